/**
 * The fields of activities that the document leaves open, compared with a table from the public sources of the earlier model (object
 * catalogue of 2026-07-16, schema 3.0.2). The published schema has exactly these fields, checks each when it is present, and requires
 * none.
 */
import { describe, expect, test } from 'vitest';
import { validatorOf } from '../../schemas/check/compile.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { fieldsOf } from '../../schemas/model/model.ts';
import { ACTIVITY_TYPES } from '../../schemas/names.ts';
import { holding, minimal } from './minimal.ts';
import { publishedVerdict } from './published-verdict.ts';
import { fieldNames, factsInSchema } from './schema-facts.ts';

/** Number of fields of EVActiviteit and its base. */
const INHERITED = 17;

/**
 * Field and its value: a JSON type with its bounds, `date`, else a code list or value type. `[]` is a list, `void` means it may be void.
 * `!` marks an expected field: its absence is a warning.
 */
const BKL = `
  basisVergunningNummer text void ! · datumVergunningOfMelding date void ! · datumLaatsteWijziging date void !
  · vergunningsPlicht boolean ! · bevoegdGezag BevoegdGezag · balActiviteit Documentatie[] · idActiviteitTR text !
  · grondslagInfo Grondslag`;
const AMMONIA = 'werktemperatuur number -273.15 99.99 · hoeveelheidsKlasseAmmoniak HoeveelheidsKlasseAmmoniak';
const EXPLOSIVES = 'nettoExplosieveMassa number 0 9999';
const FIREWORKS = 'hoeveelheidVuurwerk number 0 999999';
const LNG = `
  reactietijdNoodstop ReactietijdNoodstopBooleanOfExact · bovenvulling boolean · verladingPomp boolean
  · voordruk VoordrukBooleanOfExact`;
const EOS = `
  typeEnergieopslagsysteem TypeEnergieopslagsystem ! · typeEnergiedrager TypeEnergiedragerKort !
  · capaciteitEOS CapaciteitOfCategorieEOS ! · gecertificeerd boolean ! · aantalBatterijcellen AantalBatterijcellenEOS
  · maximaleModulegrootte MaximaleModulegrootteEOS ! · maximaleRekgrootte MaximaleRekgrootteEOS !
  · categorieGebruiksduurMobieleEOS CategorieGebruiksduurMobileEOS`;
const BATTERIES = `
  typeEnergiedrager TypeEnergiedragerLang ! · levensfaseEnergiedrager TypeLevensfaseEnergiedrager
  · opslagdichtheidOfVeiligheidsniveau OpslagdichtheidOfVeiligheidsniveau ! · aantalBatterijcellen AantalBatterijcellenOpslag`;

/** Own fields by prefix of the type name; the longest prefix counts. A type without a matching prefix has no own fields. */
const OWN: Readonly<Record<string, string>> = {
  AmmoniakKoelinstallatie_: AMMONIA,
  AnderInsluitsysteem: 'drempelwaarde GevaarlijkeStofDrempelwaarde !',
  BehandelenRegelenMetenAardgas_VasteAfstandGeen:
    'ontwerpCapaciteit number 0 99999 · werkdruk number 0 99999 · opstellingsUitvoering OpstellingsUitvoeringAardgas',
  'OpslagOntplofbaarADR1.1Civiel': EXPLOSIVES,
  'OpslagOntplofbaarADR1.3Civiel': EXPLOSIVES,
  OpslagSevesoHoeveelheidBuitenSevesoInrichting: `
    kritischeTemperatuur number 0 99999.99 · kookTemperatuur number 0 99999.99 · mediaanLetaleConcentratie number 0 999999
    · dampspanning number 0 9999999 · categorieGiftigeStof CategorieGiftigeStof`,
  OpslagVerpakt_TeBerekenen: 'beschermingsniveau BeschermingsniveauhoofdgroepTabelB3',
  OpslagVerpakt_VasteAfstandVergunning: 'beschermingsniveauConformTabelB3 BeschermingsniveauTabelB3 !',
  OpslagVuurwerkF1F2F3T1T2_: `${FIREWORKS} · categorieVuurwerk CategorieVuurwerk[]`,
  OpslagVuurwerkF4: FIREWORKS,
  OpslagtankPropaanPropeen_VasteAfstandGeen: 'aantalBevoorradingen BevoorradingCategorieOfExactAantal',
  OpslagtankPropaanPropeen_VasteAfstandVergunning: 'doorzetPerJaar number 0 999',
  SevesoInrichting: 'sevesoDrempel SevesoDrempelType !',
  TankenCNG: 'aantalPersonenauto integer 0 999 · aantalAutobussen integer 0 999',
  TankenLNGVaartuigen_: LNG,
  TankenLPG: 'doorzetPerJaar number 0 9999',
  TankenVoertuigenEnWerktuigenLNG_: LNG,
  TankstationLNGVoertuigen_: LNG,
  Windturbine_TeBerekenenAfstandGeen: 'aantalWindturbines integer 1 2 !',
  Windturbine_TeBerekenenAfstandVergunning: 'aantalWindturbines integer 3 999 !',
  ExploiterenEnergieOpslagSysteem_: EOS,
  ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandVergunning: `
    typeEnergieopslagsysteem TypeEnergieopslagsystem ! · typeEnergiedrager TypeEnergiedragerLang !
    · specifiekeCapaciteitEOS number 0.02 50`,
  OpslagEnergiedragersElektrischeEnergie_: BATTERIES,
  OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandVergunning: `
    typeEnergiedrager TypeEnergiedragerLang[] ! · categorieOpslagdichtheid CategorieOpslagdichtheidBatterijen !
    · maximaleOpslagcapaciteit number 0`,
};

/** WegenNietBasisnet is no BKLActiviteit. */
function listedOf(type: string): readonly string[] {
  const start = Object.keys(OWN).filter((name) => type.startsWith(name)).toSorted((a, b) => b.length - a.length)[0] ?? '';
  return [type === 'WegenNietBasisnet' ? '' : BKL, OWN[start] ?? '']
    .flatMap((fields) => fields.split('·')).map((field) => field.trim()).filter((field) => field !== '');
}

/** A field of the schema in the notation above. */
function written(type: string, name: string): string {
  const { kind, min, max, codelist, shape, voidable, required } = factsInSchema(type, name);
  expect(required, name).toBe(false);
  const listed = kind === 'array' ? '[]' : '';
  const words = [name, `${String(codelist ?? shape ?? kind)}${listed}`, min, max, voidable === true ? 'void' : undefined,
    fieldsOf(type).find((field) => field.name === name)?.expected === true ? '!' : undefined];
  return words.filter((word) => word !== undefined).join(' ');
}

describe.each(ACTIVITY_TYPES)('open fields of %s', (type) => {
  const names = fieldNames(type).slice(INHERITED);

  test('are the fields of the catalogue, and none is required', () => {
    expect(names.map((name) => written(type, name))).toEqual(listedOf(type));
  });

  test('each is checked when present, by our validator and by the published schema', () => {
    const { root } = holding(type);
    const verdicts = (object: JsonObject): readonly boolean[] =>
      [validatorOf(root)(holding(type, object).document).length === 0, publishedVerdict(type, object)];
    expect(verdicts(minimal(type))).toEqual([true, true]);
    for (const name of names) {
      const { [name]: right = null } = minimal(type, true);
      expect(verdicts({ ...minimal(type), [name]: right }), name).toEqual([true, true]);
      for (const wrong of [null, [[]], { kleur: 'rood' }, typeof right === 'string' ? 7 : 'rood']) {
        expect(verdicts({ ...minimal(type), [name]: wrong }), name).toEqual([false, false]);
      }
    }
  });
});

test.each([
  ['OpslagVuurwerkF1F2F3T1T2_Vergunningplicht', 'categorieVuurwerk', ['F1', 'F1']],
  ['OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandVergunningplicht', 'typeEnergiedrager', []],
  ['OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandVergunningplicht', 'typeEnergiedrager', Array.from({ length: 13 }, () => 'NMC')],
])('the lists of %s: %s', (type, name, list) => {
  const { root, document } = holding(type, { ...minimal(type), [name]: list });
  expect(validatorOf(root)(document).map(({ field }) => field)).toEqual([name]);
  const [item] = list.length === 0 ? ['NMC'] : list;
  expect(validatorOf(root)(holding(type, { ...minimal(type), [name]: [item ?? ''] }).document)).toEqual([]);
});
