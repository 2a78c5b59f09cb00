/** Networks: generated roots along lines between towns: LocatieBasisnet, Wegen, BuisleidingStelsel. */
import type {
  BKLActiviteit, BuisleidingStelsel, EVActiviteit, LijnOfMultiLijn, LocatieBasisnet, Referentie, Wegen,
} from './document-types.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { ReferenceType } from '../../schemas/names.ts';
import {
  NOT_APPLICABLE, base, contour, decimals, link, sometimes, type ContourKind, type Draft, type Made, type Substance,
} from './objects.ts';
import { course, line, multiLine } from './shapes.ts';
import { drawPlace, type Place, type Spot } from './towns.ts';

const PR: ContourKind = { type: 'PRContour', distance: [1, 120], fields: { typePlaatsgebondenRisico: 'PR10-6' } };
const FIRE: ContourKind = { type: 'BrandAandachtsgebied', distance: [25, 60], fields: { typeBrand: 'plasbrand' } };
const EXPLOSION: ContourKind = { type: 'ExplosieAandachtsgebied', distance: [200, 200], fields: { bleve: true } };
const KLASSE_2_1: Substance = { stofCategorie: { categorieNaam: 'Klasse 2.1: Brandbaar gas' } };
const KLASSE_3: Substance = { stofCategorie: { categorieNaam: 'Klasse 3: Brandbare vloeistoffen' } };

/** A stretch of railway, road or waterway of the Basisnet. */
export function locatieBasisnet(of: Draft): LocatieBasisnet {
  const { random } = of;
  const [from, to, spots] = stretch(of, random.whole(100, 600));
  const own = base(of, 'LocatieBasisnet');
  const activity = base(of, 'Basisnet');
  const mode = random.pick(['SpoorVervoer', 'WegVervoer', 'WaterVervoer'] as const);
  const code: Record<typeof mode, JsonObject> = {
    SpoorVervoer: { trajectcode: String(random.whole(10, 999)), referentiesoort: 'referentielijnSpoor' },
    WegVervoer: { wegvakcode: `Z${random.whole(1, 999)}`, referentiesoort: 'referentielijnWeg' },
    WaterVervoer: { watervakcode: random.pick(['WA', 'NR', 'LEK', 'IJ']), referentiesoort: 'referentielijnWater' },
  };
  return {
    ...own,
    geometrie: spots.length > 300 ? halves(spots) : line(spots),
    type: mode,
    route: `${from.town} - ${to.town}`,
    voertUit: [{
      ...activity,
      locatieEVActiviteit: link(own),
      ...national(of, 'Niet beschikbaar'),
      heeft: [along(of, mode, {
        activity, geometry: line(spots), fields: code[mode], contours: [PR, EXPLOSION], substance: KLASSE_2_1,
      })],
    }],
  };
}

/** A road outside the Basisnet. */
export function wegen(of: Draft): Wegen {
  const [from, to, spots] = stretch(of, of.random.whole(60, 400));
  const own = base(of, 'Wegen');
  const activity = base(of, 'WegenNietBasisnet');
  const fields = { wegvakcode: `N${of.random.whole(100, 999)}`, referentiesoort: 'referentielijnWeg' };
  return {
    ...own,
    geometrie: line(spots),
    route: `N-weg ${from.town} - ${to.town}`,
    voertUit: [{
      ...activity,
      locatieEVActiviteit: link(own),
      heeft: [along(of, 'WegVervoer', {
        activity, geometry: line(spots), fields, contours: [PR, EXPLOSION], substance: KLASSE_2_1,
      })],
    }],
  };
}

/** A pipeline of 100 to 3,000 vertices in one to four parts that meet end to end. */
export function buisleidingStelsel(of: Draft): BuisleidingStelsel {
  const { random } = of;
  const [from, to, spots] = stretch(of, random.whole(100, 3000));
  const own = base(of, 'BuisleidingStelsel');
  const activity = base(of, 'Buisleiding');
  const parts = random.whole(1, 4);
  const pipe = (part: number): Referentie => {
    const [first, last] = [part, part + 1].map((edge) => Math.floor((edge * (spots.length - 1)) / parts));
    const fields = {
      status: random.pick(['operationeel', 'operationeel', 'tijdelijkBuitenGebruik', 'geprojecteerd']),
      buisleidingCategorieStof: ['ontvlambareVloeistoffen'],
      diameter: random.pick([114, 219, 324, 610, 914, 1219]),
      wanddikte: decimals(random.between(5, 25), 1),
      ...sometimes(random, 0.25, { bovenkantbuis: decimals(random.between(-3, 0), 2) }),
      ...sometimes(random, 0.76, { maximaleWerkdruk: random.whole(1600, 8000) }),
    };
    const geometry = line(spots.slice(first, (last ?? 0) + 1));
    const contours = [PR, FIRE];
    return along(of, 'BuisleidingReferentie', { activity, geometry, fields, contours, substance: KLASSE_3 });
  };
  return {
    ...own,
    eigenaar: `Leidingbeheer ${from.town}`,
    locatieomschrijving: `${from.town} - ${to.town}`,
    kvkNummerExploitant: [String(random.whole(90_000_000, 90_999_999))],
    voertUit: [{
      ...activity,
      locatieEVActiviteit: link(own),
      ...national(of, 'nl.imow-mnre1034.activiteit.BuisleidingGevaarlijkeStoffen'),
      heeft: Array.from({ length: parts }, (_, part) => pipe(part)),
    }],
  };
}

/** The permit fields of a network that the state looks after: it has no permit of its own. */
function national(of: Draft, idActiviteitTR: string): Omit<BKLActiviteit, keyof EVActiviteit> {
  return {
    basisVergunningNummer: NOT_APPLICABLE,
    datumVergunningOfMelding: NOT_APPLICABLE,
    datumLaatsteWijziging: of.begin.slice(0, 10),
    vergunningsPlicht: false,
    bevoegdGezag: 'rijk',
    idActiviteitTR,
  };
}

/** Between two different towns, so a stretch is never a point. */
function stretch(of: Draft, vertices: number): [Place, Place, readonly Spot[]] {
  const from = drawPlace(of.random);
  let to = drawPlace(of.random);
  while (to.town === from.town) to = drawPlace(of.random);
  return [from, to, course(from.spot, to.spot, { vertices, random: of.random })];
}

function halves(spots: readonly Spot[]): LijnOfMultiLijn {
  const middle = Math.floor(spots.length / 2);
  return multiLine([spots.slice(0, middle), spots.slice(middle)]);
}

interface Along {
  readonly activity: Made;
  readonly geometry: LijnOfMultiLijn;
  readonly fields: JsonObject;
  readonly contours: readonly ContourKind[];
  readonly substance: Substance;
}

function along(of: Draft, type: ReferenceType, what: Along): Referentie {
  const { activity, geometry, fields, contours, substance } = what;
  const own = base(of, type);
  return {
    ...own,
    heeft: link(activity),
    geometrie: geometry,
    ...fields,
    resulteertIn: contours.map((kind) => contour(of, kind, { reference: own, spot: null, substance })),
  } as Referentie;
}
