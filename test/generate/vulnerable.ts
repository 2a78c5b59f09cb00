/** Vulnerable objects: generated KwetsbaarGebouw and KwetsbareLocatie roots. */
import type { KwetsbaarGebouw, KwetsbareLocatie } from './document-types.ts';
import { base, sometimes, type Draft } from './objects.ts';
import { building, multiPolygon, polygon, rectangle } from './shapes.ts';
import { drawPlace, type Spot } from './towns.ts';

const USES = ['woning', 'appartementengebouw', 'kantoor', 'winkel', 'basisschool', 'verpleeghuis', 'hotel'] as const;

export function kwetsbaarGebouw(of: Draft): KwetsbaarGebouw {
  const { random } = of;
  const { spot } = drawPlace(random);
  const pand = `0999100${String(random.whole(0, 999_999_999)).padStart(9, '0')}`;
  return {
    ...base(of, 'KwetsbaarGebouw'),
    geometrie: polygon(building(spot, [random.between(8, 60), random.between(6, 30)], random)),
    geometrieMetagegevens: { bronregistratie: 'BAG', idInBronregistratie: pand },
    categorieKwetsbaarheid: random.pick(['beperktKwetsbaar', 'kwetsbaar', 'kwetsbaar', 'kwetsbaar', 'zeerKwetsbaar']),
    gebruiksdoeleindenDetail: [random.pick(USES)],
    idPandBAG: pand,
    ...sometimes(random, 0.005, { populatie: random.whole(1, 800) }),
  };
}

export function kwetsbareLocatie(of: Draft): KwetsbareLocatie {
  const { random } = of;
  const { town, spot } = drawPlace(random);
  const size = (): Spot => [random.between(80, 250), random.between(60, 200)];
  const field = (east: number) => rectangle([spot[0] + east, spot[1]], size(), random.between(0, 3));
  return {
    ...base(of, 'KwetsbareLocatie'),
    geometrie: random.chance(0.1) ? multiPolygon([field(0), field(500)]) : polygon(field(0)),
    geometrieMetagegevens: { bronregistratie: 'BGT' },
    categorieKwetsbaarheid: random.pick(['beperktKwetsbaar', 'kwetsbaar']),
    gebruiksdoeleindenDetail: town,
    gebruiksdoeleindenLocatie: random.pick([
      'recreatief nachtverblijf', 'sport, spel of recreatief dagverblijf', 'evenementen in de openlucht']),
    ...sometimes(random, 0.005, { populatie: random.whole(10, 20_000) }),
  };
}
