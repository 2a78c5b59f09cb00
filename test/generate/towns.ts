/**
 * Towns: where generated objects lie. Centres in RD (EPSG:28992, metres, rounded to 500 m or so) and the radius in which objects are
 * placed, small enough to stay on Dutch land.
 */
import type { Random } from './random.ts';

/** Name, x, y, radius, all in metres. */
const TOWNS: readonly (readonly [string, number, number, number])[] = [
  ['Alkmaar', 111_500, 516_000, 2_500], ['Almelo', 241_500, 485_500, 2_500],
  ['Almere', 143_500, 487_000, 3_000], ['Amersfoort', 155_000, 463_500, 3_000],
  ['Amsterdam', 121_500, 486_000, 4_500], ['Apeldoorn', 194_500, 469_500, 3_500],
  ['Arnhem', 191_000, 444_500, 3_000], ['Assen', 234_000, 556_500, 2_500],
  ['Bergen op Zoom', 79_500, 389_500, 2_000], ['Breda', 112_500, 400_000, 3_500],
  ['Coevorden', 247_000, 520_500, 1_500], ['Delft', 84_500, 447_500, 2_500],
  ['Delfzijl', 257_500, 592_000, 1_500], ['Den Bosch', 149_000, 411_000, 3_000],
  ['Den Haag', 82_500, 454_500, 3_500], ['Den Helder', 112_500, 551_500, 1_200],
  ['Deventer', 208_500, 474_500, 2_500], ['Doetinchem', 217_500, 442_500, 2_000],
  ['Dordrecht', 106_500, 424_500, 2_500], ['Drachten', 202_500, 569_500, 2_000],
  ['Ede', 174_000, 450_500, 2_500], ['Eindhoven', 161_500, 383_500, 4_000],
  ['Emmeloord', 180_000, 525_000, 2_000], ['Emmen', 257_000, 533_500, 3_000],
  ['Enschede', 257_500, 471_000, 3_000], ['Geleen', 185_500, 331_500, 2_000],
  ['Goes', 51_000, 391_500, 2_000], ['Gorinchem', 126_500, 428_500, 1_500],
  ['Gouda', 108_500, 447_500, 2_000], ['Groningen', 233_800, 581_500, 3_500],
  ['Haarlem', 104_500, 488_500, 2_500], ['Harderwijk', 172_500, 483_000, 1_500],
  ['Heerenveen', 192_000, 551_500, 2_000], ['Heerlen', 196_000, 322_500, 2_500],
  ['Helmond', 173_500, 387_500, 2_500], ['Hengelo', 251_500, 476_000, 2_500],
  ['Hilversum', 140_500, 470_500, 2_500], ['Hoogeveen', 229_500, 526_000, 2_000],
  ['Hoorn', 132_000, 517_500, 1_200], ['Kampen', 191_000, 507_500, 1_500],
  ['Leeuwarden', 182_000, 579_500, 2_500], ['Leiden', 94_000, 463_500, 2_500],
  ['Lelystad', 161_500, 502_000, 1_800], ['Maastricht', 177_000, 318_000, 2_000],
  ['Meppel', 209_500, 523_500, 1_500], ['Middelburg', 32_000, 391_500, 1_800],
  ['Moerdijk', 102_500, 410_500, 1_500], ['Nijmegen', 186_500, 427_500, 3_000],
  ['Oss', 165_000, 419_500, 2_000], ['Roermond', 197_500, 356_500, 2_000],
  ['Roosendaal', 90_500, 394_500, 2_500], ['Rotterdam', 93_500, 438_000, 4_500],
  ['Sneek', 173_500, 560_000, 1_500], ['Stadskanaal', 261_000, 557_000, 2_000],
  ['Terneuzen', 46_500, 371_500, 1_500], ['Tiel', 158_500, 433_500, 1_200],
  ['Tilburg', 133_500, 397_000, 3_500], ['Utrecht', 136_000, 456_000, 4_000],
  ['Veendam', 253_500, 569_500, 1_500], ['Venlo', 208_500, 376_000, 2_000],
  ['Weert', 177_000, 362_500, 2_000], ['Winterswijk', 246_500, 443_500, 1_800],
  ['Zaandam', 116_000, 495_500, 2_000], ['Zoetermeer', 93_500, 452_500, 2_000],
  ['Zutphen', 210_500, 461_500, 1_500], ['Zwolle', 203_000, 503_000, 3_000],
];

/** A point in RD, metres. */
export type Spot = readonly [x: number, y: number];

export interface Place {
  readonly town: string;
  readonly spot: Spot;
}

/** Area decides how often a town is drawn; within it the middle is denser than the rim. */
const AREAS: readonly number[] = TOWNS.map(([, , , radius]) => radius * radius);
const AREA = AREAS.reduce((sum, area) => sum + area, 0);

export function drawPlace(random: Random): Place {
  let left = random.next() * AREA;
  let index = 0;
  while (index < TOWNS.length - 1 && left >= (AREAS[index] ?? 0)) left -= AREAS[index++] ?? 0;
  const [town, x, y, radius] = TOWNS[index] ?? ['Utrecht', 136_000, 456_000, 4_000];
  const offset = (): number => (random.next() + random.next() + random.next() - 1.5) / 1.5 * radius;
  return { town, spot: [x + offset(), y + offset()] };
}
