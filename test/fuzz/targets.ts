/** Targets: every parser of what comes from outside. */
import { DOCUMENT_TARGETS } from './documents.ts';
import { EDITION_TARGETS } from './edition-files.ts';
import type { Target } from './fuzz.ts';
import { HEADER_TARGETS } from './headers.ts';
import { QUESTION_TARGETS } from './questions.ts';

export const TARGETS: readonly Target[] = [...QUESTION_TARGETS, ...HEADER_TARGETS, ...DOCUMENT_TARGETS, ...EDITION_TARGETS];
