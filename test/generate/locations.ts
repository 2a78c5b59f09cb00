/** Locations: generated LocatieActiviteit roots with their activities, references and contours. */
import type { Activiteit, LocatieActiviteit } from './document-types.ts';
import { drawActivityKind, type ActivityKind } from './activity-kinds.ts';
import { NOT_APPLICABLE, UNKNOWN, base, link, reference, type Draft, type Made } from './objects.ts';
import { multiPolygon, near, polygon, rectangle } from './shapes.ts';
import { drawPlace, type Spot } from './towns.ts';

const BAL = '/akn/nl/act/bm/2018/stb-2018-293/';

/** A company with one activity, a quarter of them with two. */
export function locatieActiviteit(of: Draft): LocatieActiviteit {
  const { random } = of;
  const { town, spot } = drawPlace(random);
  const own = base(of, 'LocatieActiviteit');
  const site = (at: Spot) =>
    rectangle(at, [random.between(30, 160), random.between(25, 120)], random.between(0, 3));
  const [east, north] = spot;
  const kvk = String(random.whole(90_000_000, 90_999_999));
  const kinds = Array.from({ length: random.chance(0.25) ? 2 : 1 }, () => drawActivityKind(random));
  return {
    ...own,
    bedrijfsnaam: `Bedrijf ${of.name} ${town}`,
    geometrie: random.chance(0.03) ? multiPolygon([site(spot), site([east + 400, north])]) : polygon(site(spot)),
    locatieomschrijving: town,
    naamExploitant: random.chance(0.1) ? UNKNOWN : `Exploitant ${of.name}`,
    idNummeraanduidingBAGExploitant: UNKNOWN,
    kvkNummerExploitant: [kvk],
    kvkNummerAanvrager: random.chance(0.5) ? kvk : NOT_APPLICABLE,
    voertUit: kinds.map((kind) => activity(of, kind, { location: own, middle: near(spot, 5, random) })),
  };
}

function activity(
  of: Draft, kind: ActivityKind, { location, middle }: { location: Made; middle: Spot },
): Activiteit {
  const { random } = of;
  const bal = { naam: 'Besluit activiteiten leefomgeving', link: `${BAL}${kind.artikel}` };
  const own = base(of, kind.type);
  const date = of.begin.slice(0, 10);
  return {
    ...own,
    locatieEVActiviteit: link(location),
    basisVergunningNummer: random.chance(0.2) ? UNKNOWN : `OV-${date.slice(0, 4)}-${random.whole(1, 9999)}`,
    datumVergunningOfMelding: date,
    datumLaatsteWijziging: date,
    vergunningsPlicht: kind.vergunningsPlicht,
    bevoegdGezag: kind.type === 'SevesoInrichting' ? 'provincie' : 'gemeente',
    ...(kind.artikel === null ? {} : { balActiviteit: [bal] }),
    idActiviteitTR: `nl.imow-mnre1034.activiteit.${kind.activiteit}`,
    ...kind.fields?.(random),
    heeft: kind.references.map((referenceKind) =>
      reference(of, referenceKind, { activity: own, middle, substance: kind.substance, contours: kind.contours })),
  } as Activiteit;
}
