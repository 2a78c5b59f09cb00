/** Object name: what people call an object, from its properties. */
import type { JsonObject } from '../../schemas/json.ts';

/** Fields with the name of an object, best first. Those of its location and owner come last, because objects share them. */
const NAMES = [
  'bedrijfsnaam', 'route', 'wegvakcode', 'trajectcode', 'watervakcode', 'omschrijving', 'locatieomschrijving', 'locatieNaam', 'eigenaar',
] as const;

/** Returns the name of an object, or of its location or owner; null: it has none. Lists and pages use the same name. */
export function nameIn(properties: JsonObject): string | null {
  const texts = NAMES.map((name) => properties[name]);
  return texts.find((value): value is string => typeof value === 'string' && value !== '') ?? null;
}
