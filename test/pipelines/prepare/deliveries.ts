/** Deliveries for tests: the committed examples, and `prepare` in one call. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkerInThread } from '../../../pipelines/prepare/check/index.ts';
import type { DeliveryOptions, LinkSuggestions } from '../../../pipelines/prepare/delivery/index.ts';
import { prepare } from '../../../pipelines/prepare/prepare.ts';
import type { Spatial } from '../../../pipelines/prepare/geometry/spatial.ts';
import type { Delivery } from '../../../pipelines/prepare/read/index.ts';
import type { Report } from '../../../schemas/finding.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { parsePreparedLine, type PreparedRoot } from '../../../schemas/submission.ts';
import type { Moment } from '../../../schemas/time.ts';
import { reportMistakes } from '../../report-agrees.ts';
import { PROJECT } from '../../shared-data.ts';

/** The moment at which deliveries of tests are checked. */
export const NOW = Date.parse('2026-06-01T12:00:00Z') as Moment;

export const RD = 'http://www.opengis.net/def/crs/EPSG/9.9.1/28992';

export function example(name: string): JsonObject {
  return JSON.parse(readFileSync(join(PROJECT, 'data/examples', name), 'utf8')) as JsonObject;
}

/** A valid vulnerable building in RD, some metres from the last one with another number. */
export function building(number: number, more: Readonly<Record<string, Json>> = {}): Record<string, Json> {
  const [x, y] = [150_000 + (number % 1000) * 20, 410_000 + Math.floor(number / 1000) * 20];
  return {
    entityType: 'KwetsbaarGebouw', id: `NL.IMEV.AB12.g${number}`,
    identificatie: { namespace: 'NL.IMEV', lokaalID: `AB12.g${number}` },
    bronhoudercode: 'AB12', beginGeldigheid: '2023-06-01T00:00:00Z',
    geometrie: { type: 'Polygon', coordinates: [[[x, y], [x + 10, y], [x + 10, y + 10], [x, y + 10], [x, y]]] },
    geometrieMetagegevens: { bronregistratie: 'BAG' }, categorieKwetsbaarheid: 'kwetsbaar', ...more,
  };
}

export interface Prepared {
  readonly report: Report;
  readonly roots: readonly PreparedRoot[];
  /** `rule pointer` of each finding. */
  readonly found: readonly string[];
  /** Suggestions that preparation gave apart from the report; empty without a register. */
  readonly suggestions: LinkSuggestions;
}

/** Prepares text, bytes, a value as JSON, or a file, in RD by default, as for a register when `forRegister`. Every report is validated against its schema. */
export async function deliver(
  spatial: Spatial, what: Delivery | string | Json, options: Partial<DeliveryOptions> = {}, forRegister = false,
): Promise<Prepared> {
  const roots: PreparedRoot[] = [];
  let suggestions: LinkSuggestions = new Map();
  const report = await prepare(
    toDelivery(what), { source: 'levering.json', crs: RD, model: null, strict: false, now: NOW, ...options },
    {
      checker: checkerInThread(spatial), sink: ({ text }) => roots.push(parsePreparedLine(text)),
      ...(forRegister ? { onOpenLinks: (given: LinkSuggestions) => { suggestions = given; } } : {}),
    },
  );
  const accepted = new Set(report.objects.filter(({ verdict }) => verdict === 'accepted').map(({ pointer }) => pointer));
  const mistakes = reportMistakes(report);
  if (mistakes.length > 0) throw new Error(`the report is not as its schema says: ${mistakes.join('; ')}`);
  return { report, roots: roots.filter(({ pointer }) => accepted.has(pointer)), found: report.findings.map(({ rule, pointer }) => `${rule} ${pointer}`.trim()), suggestions };
}

function toDelivery(what: Delivery | string | Json): Delivery {
  if (typeof what === 'string') return { bytes: Buffer.from(what) };
  if (typeof what === 'object' && what !== null && ('bytes' in what || 'path' in what)) return what as Delivery;
  return { bytes: Buffer.from(JSON.stringify(what)) };
}
