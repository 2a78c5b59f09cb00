/**
 * Not accepting: the reason why the service refuses writes at the moment, in words for clients. A Fault refers to one; its paths and
 * values are for the operator only.
 */
import type { Text } from './finding.ts';

export const NOT_ACCEPTING = {
  access: { nl: 'wie toegang heeft, kan niet worden gelezen', en: 'the list of who has access cannot be read' },
  damaged: { nl: 'het register is beschadigd', en: 'the register is damaged' },
  lost: { nl: 'een deel van het register ontbreekt', en: 'a part of the register is missing' },
  apart: { nl: 'het register hoort niet bij wat gepubliceerd is', en: 'the register does not belong to what is published' },
  inUse: { nl: 'een ander proces werkt op het register', en: 'another process works on the register' },
  readOnly: { nl: 'op de schijf kan niet worden geschreven', en: 'the disk cannot be written' },
  full: { nl: 'de schijf is vol', en: 'the disk is full' },
  disk: { nl: 'de schijf geeft fouten', en: 'the disk gives errors' },
  older: { nl: 'het register wordt nog naar deze versie gebracht', en: 'the register is still to be brought to this version' },
  setup: { nl: 'een onderdeel van de dienst ontbreekt nog', en: 'a part of the service is not there yet' },
  clock: { nl: 'de klok van de dienst wordt niet vertrouwd', en: 'the clock of the service is not trusted' },
} as const satisfies Readonly<Record<string, Text>>;

export type NotAccepting = keyof typeof NOT_ACCEPTING;
