/** Schools, care, offices, shops and open-air grounds of the made-up city. Every name is invented. Not here: homes (homes.ts). */
import type { Building, OpenAir } from './building.ts';
import { drawWhole, pick } from './draw.ts';
import { DROOMDIJK, ellipse, FABELVEEN, OLD_TOWN, STATION, type Village } from './plan.ts';
import { moveShape, rectangle, type Ring, type Spot } from './shapes.ts';

type Large = Pick<Building, 'category' | 'use' | 'people' | 'note' | 'from' | 'gone' | 'changes'> & Ground & { readonly form?: Form };

interface Ground {
  readonly spot: Spot;
  readonly size: Spot;
  readonly turn?: number;
}

/** Floor plans: a block, an L, an H, a block with a courtyard. */
type Form = 'block' | 'l' | 'h' | 'court';

export function publicBuildings(): readonly Building[] {
  return [
    ...[...SCHOOLS, ...CARE, ...MEETING].map((large, index) => building(`gebouw-${String(index + 1).padStart(3, '0')}`, 'city', large)),
    ...offices(), ...halls(), ...villageBuildings(FABELVEEN, 'veen'), ...villageBuildings(DROOMDIJK, 'dijk'),
  ];
}

function building(key: string, place: Building['place'], { spot, size, turn = 0, form = 'block', ...rest }: Large): Building {
  return { key, place, shape: floorPlan(form, { spot, size, turn }), ...rest };
}

function floorPlan(form: Form, { spot, size: [width, depth], turn = 0 }: Ground): readonly Ring[] {
  const [x, y] = [width / 2, depth / 2];
  if (form === 'l') return [moveShape([[-x, -y], [x, -y], [x, -y * 0.2], [-x * 0.3, -y * 0.2], [-x * 0.3, y], [-x, y]], spot, turn)];
  if (form === 'h') {
    const [i, j] = [x * 0.45, y * 0.25];
    return [moveShape([[-x, -y], [-i, -y], [-i, -j], [i, -j], [i, -y], [x, -y], [x, y], [i, y], [i, j], [-i, j], [-i, y], [-x, y]], spot, turn)];
  }
  const outline = rectangle(spot, [width, depth], turn);
  return form === 'court' ? [outline, rectangle(spot, [width * 0.45, depth * 0.4], turn)] : [outline];
}

const SCHOOLS: readonly Large[] = [
  {
    spot: [-640, 470], size: [62, 40], turn: -14, form: 'l',
    category: 'zeerKwetsbaar', use: 'basisschool', people: 310, note: 'Basisschool De Regenboogvis, Sterrenwijk',
  },
  {
    spot: [120, -560], size: [70, 44], turn: 17, form: 'h',
    category: 'zeerKwetsbaar', use: 'basisschool', people: 420, note: 'Basisschool De Vlieger, Zuidoever',
  },
  {
    spot: [1090, 250], size: [58, 42], turn: 9, form: 'l',
    category: 'zeerKwetsbaar', use: 'basisschool', people: 285, note: 'Basisschool Het Rijm, Oosterkwartier',
  },
  {
    spot: [80, 1070], size: [60, 38], turn: 3, form: 'court',
    category: 'zeerKwetsbaar', use: 'basisschool', people: 240, note: 'Basisschool Het Wissel, Spoorwijk',
  },
  {
    spot: [-820, -600], size: [52, 34], turn: 17, form: 'l',
    category: 'zeerKwetsbaar', use: 'basisschool', people: 145, note: 'Basisschool De Laatste Leerling, Zuidoever', gone: '2025-08-01',
  },
  {
    spot: [-1900, 360], size: [74, 46], turn: 28, form: 'h',
    category: 'zeerKwetsbaar', use: 'basisschool', people: 180, note: 'Basisschool De Dageraad, Nieuwland', from: '2024-08-19', changes: [{ from: '2025-08-18', people: 330 }],
  },
  {
    spot: [-250, -260], size: [84, 46], turn: 17, form: 'h',
    category: 'kwetsbaar', use: 'school voor voortgezet onderwijs', people: 960, note: 'Fabelcollege, Zuidoever',
  },
  {
    spot: [-560, 1090], size: [34, 22], turn: 3,
    category: 'zeerKwetsbaar', use: 'kinderdagverblijf', people: 58, note: 'Kinderopvang Pluis, Spoorwijk',
  },
  {
    spot: [-2000, -20], size: [32, 22], turn: 28,
    category: 'zeerKwetsbaar', use: 'kinderdagverblijf', people: 64, note: 'Kinderopvang Het Begin, Nieuwland', from: '2025-09-01',
  },
  {
    spot: [790, 410], size: [30, 24], turn: 9,
    category: 'zeerKwetsbaar', use: 'kinderdagverblijf', people: 44, note: 'Kinderopvang De Versjes, Oosterkwartier',
  },
];

const CARE: readonly Large[] = [
  {
    spot: [755, 510], size: [128, 70], turn: 9, form: 'court',
    category: 'zeerKwetsbaar', use: 'ziekenhuis', people: 1150, note: 'Fabelziekenhuis, Oosterkwartier',
    changes: [{ from: '2024-09-01', shape: [rectangle([755, 516], [128, 96], 9), rectangle([755, 516], [58, 38], 9)], people: 1400 }],
  },
  {
    spot: [-480, -520], size: [96, 62], turn: 17, form: 'h',
    category: 'zeerKwetsbaar', use: 'verpleeghuis', people: 190, note: 'Verpleeghuis De Stille Stroom, Zuidoever',
  },
  {
    spot: [-900, 250], size: [88, 54], turn: -14, form: 'court',
    category: 'kwetsbaar', use: 'zorgwoningen', people: 120, note: 'Huize Avondster, Sterrenwijk', changes: [{ from: '2025-02-01', category: 'zeerKwetsbaar', use: 'verpleeghuis', people: 135 }],
  },
  {
    spot: [-430, -440], size: [28, 18], turn: 17,
    category: 'kwetsbaar', use: 'gezondheidscentrum', people: 60, note: 'Gezondheidscentrum De Oever',
  },
];

const MEETING: readonly Large[] = [
  {
    spot: OLD_TOWN, size: [58, 24], turn: 0, form: 'h',
    category: 'kwetsbaar', use: 'kerk', people: 600, note: 'Sint-Jutmiskerk, Markt',
  },
  {
    spot: [STATION[0], STATION[1] - 38], size: [86, 18], turn: 3,
    category: 'kwetsbaar', use: 'stationsgebouw', people: 900, note: 'Station Nergenshaven',
  },
  {
    spot: [70, 735], size: [38, 26], turn: 3,
    category: 'kwetsbaar', use: 'hotel', people: 160, note: 'Hotel De Slapende Reus',
  },
  {
    spot: [-310, 700], size: [46, 34], turn: -6,
    category: 'kwetsbaar', use: 'theater', people: 750, note: 'Schouwburg De Verbeelding',
  },
  {
    spot: [262, 590], size: [80, 52], turn: 12, form: 'court',
    category: 'kwetsbaar', use: 'stadhuis', people: 480, note: 'Stadhuis van Nergenshaven',
  },
  {
    spot: [250, 155], size: [92, 60], turn: -8,
    category: 'kwetsbaar', use: 'winkelcentrum', people: 1200, note: 'Winkelcentrum De Hebbedingen',
  },
  {
    spot: [-1560, 1380], size: [110, 80], turn: -14,
    category: 'kwetsbaar', use: 'sporthal', people: 420, note: 'Sporthal De Salto',
  },
  {
    spot: [-680, -1460], size: [74, 46], turn: -12,
    category: 'beperktKwetsbaar', use: 'kunstijsbaan', people: 450, note: 'IJshal De Gladde Plank',
  },
];

/** Offices and shops of business park De Vonk, north of the ring. */
function offices(): readonly Building[] {
  return Array.from({ length: 14 }, (_, index) => {
    const [column, row] = [index % 5, Math.floor(index / 5)];
    const key = `kantoor-${String(index + 1).padStart(3, '0')}`;
    const spot = moveShape([[column * 150, row * 105]], [560, 1520], 8)[0]!;
    const people = drawWhole(`${key} people`, 40, 420);
    return building(key, 'city', {
      spot, size: [drawWhole(`${key} width`, 40, 80), drawWhole(`${key} depth`, 18, 36)], turn: 8, form: pick(key, ['block', 'l', 'h']), people,
      category: people > 150 ? 'kwetsbaar' : 'beperktKwetsbaar', use: index % 4 === 0 ? 'showroom' : 'kantoor', note: `De Vonk ${2 * index + 1}`,
    });
  });
}

/** Halls of business park De Kade, between the river and the motorway. */
function halls(): readonly Building[] {
  const taken: readonly Spot[] = [[1620, -780], [1330, -960], [1650, -1180], [1420, -1330], [1560, -500]];
  return Array.from({ length: 42 }, (_, index) => index).flatMap((index) => {
    const key = `hal-${String(index + 1).padStart(3, '0')}`;
    const spot = moveShape([[(index % 6) * 128, -Math.floor(index / 6) * 138]], [1190, -520], 8)[0]!;
    const isTaken = taken.some(([east, north]) => Math.hypot(spot[0] - east, spot[1] - north) < 105);
    if (isTaken || spot[0] > 1960 || Math.hypot(spot[0] / 1420, (spot[1] - 100) / 1180) < 1.06) return [];
    return [building(key, 'city', {
      spot, size: [drawWhole(`${key} width`, 50, 92), drawWhole(`${key} depth`, 34, 66)], turn: 8,
      category: 'beperktKwetsbaar', use: 'bedrijfshal', people: drawWhole(`${key} people`, 4, 60), note: `De Kade ${index + 1}`,
    })];
  });
}

function villageBuildings({ key, name, middle }: Village, place: 'veen' | 'dijk'): readonly Building[] {
  const at = (east: number, north: number): Spot => moveShape([[east, north]], middle, 4)[0]!;
  const large: readonly Large[] = [
    {
      spot: at(0, 48), size: [34, 14], turn: 4, form: 'h',
      category: 'kwetsbaar', use: 'kerk', people: 220, note: `Kerk van ${name}`,
    },
    {
      spot: at(-40, -50), size: [44, 28], turn: 4, form: 'l',
      category: 'zeerKwetsbaar', use: 'basisschool', people: place === 'veen' ? 130 : 95, note: place === 'veen' ? 'Basisschool De Veenpluis, Fabelveen' : 'Basisschool Het Dutje, Droomdijk',
    },
    {
      spot: at(50, 92), size: [40, 26], turn: 4,
      category: 'kwetsbaar', use: 'dorpshuis', people: 180, note: `Dorpshuis van ${name}`,
    },
    {
      spot: at(230, 74), size: [58, 32], turn: 4, form: 'court',
      category: 'zeerKwetsbaar', use: 'verpleeghuis', people: 64, note: place === 'veen' ? 'Zorghuis De Wiek, Fabelveen' : 'Zorghuis De Siësta, Droomdijk',
    },
  ];
  return large.map((one, index) => building(`${key}-gebouw-${index + 1}`, place, one));
}

export function openAir(): readonly OpenAir[] {
  return [
    {
      key: 'buiten-001', place: 'city', fields: [rectangle([-1020, -1290], [180, 110], -12), rectangle([-900, -1440], [120, 90], -12)],
      category: 'kwetsbaar', use: 'sport, spel of recreatief dagverblijf', people: 600, note: 'Sportpark De Zode',
    },
    {
      key: 'buiten-002', place: 'veen', fields: [ellipse([-2950, -1620], [260, 110], 20, -6)],
      category: 'kwetsbaar', use: 'recreatief nachtverblijf', people: 850, note: 'Camping De Droomoever',
    },
    {
      key: 'buiten-003', place: 'veen', fields: [moveShape([[-150, -40], [120, -60], [160, 30], [-90, 50]], [-2560, -1130], -6)],
      category: 'beperktKwetsbaar', use: 'recreatief nachtverblijf', people: 140, note: 'Jachthaven Het Anker Op',
    },
    {
      key: 'buiten-004', place: 'city', fields: [moveShape([[-220, -110], [160, -130], [240, 60], [20, 150], [-200, 80]], [-1830, -640], 20)],
      category: 'beperktKwetsbaar', use: 'evenementen in de openlucht', people: 15_000, note: 'Evenemententerrein De Fabelweide', from: '2024-05-01',
    },
    {
      key: 'buiten-005', place: 'city', fields: [rectangle([1640, 1560], [150, 110], 10)],
      category: 'kwetsbaar', use: 'sport, spel of recreatief dagverblijf', people: 900, note: 'Buitenbad De Plons',
    },
    {
      key: 'buiten-006', place: 'dijk', fields: [ellipse([4060, -1250], [170, 110], 18, 12)],
      category: 'kwetsbaar', use: 'recreatief nachtverblijf', people: 320, note: 'Bungalowpark De Lange Nacht', gone: '2025-11-01',
    },
    {
      key: 'buiten-007', place: 'veen', fields: [rectangle([-3640, 300], [110, 70], 6)],
      category: 'kwetsbaar', use: 'sport, spel of recreatief dagverblijf', people: 180, note: 'Voetbalvereniging De Turftrappers',
    },
    {
      key: 'buiten-008', place: 'dijk', fields: [rectangle([3420, -2010], [110, 70], -6)],
      category: 'kwetsbaar', use: 'sport, spel of recreatief dagverblijf', people: 160, note: 'Voetbalvereniging De Slaapwandelaars',
    },
    {
      key: 'buiten-009', place: 'city', fields: [rectangle([-1500, 1580], [220, 90], -14)],
      category: 'beperktKwetsbaar', use: 'sport, spel of recreatief dagverblijf', people: 120, note: 'Volkstuinen Het Groene Vingertje', gone: '2026-04-01',
    },
  ];
}
