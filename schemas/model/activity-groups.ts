/**
 * Activity groups: activity types that domain rules treat alike, and those that need or never need a permit.
 * Each group lists its types, so a new type belongs to a group only when it is added here. The order is that of the model.
 * Not here: fields (activities.ts), values and articles of law of each type (activity-constants.ts).
 */
import type { ActivityType } from '../names.ts';

/** Types for activities with a permit only. */
export const WITH_PERMIT = [
  'AmmoniakKoelinstallatie_VasteAfstandVergunningplicht',
  'BehandelenRegelenMetenAardgas_TeBerekenenAfstandVergunningplicht',
  'OpslagVerpakt_TeBerekenenAfstandVergunningplicht',
  'OpslagVerpakt_VasteAfstandVergunningplicht',
  'OpslagVuurwerkF1F2F3T1T2_Vergunningplicht',
  'OpslagtankGas_TeBerekenenAfstandVergunningplicht',
  'OpslagtankPropaanPropeen_VasteAfstandVergunningplicht',
  'TankenVoertuigenEnWerktuigenLNG_TeberekenenAfstandVergunningsplicht',
  'TankstationLNGVoertuigen_TeBerekenenAfstandVergunningplicht',
  'OpslagTransportBedrijfWaterstof_VasteAfstandVergunningplicht',
  'TankenWaterstofVoertuigen_VasteAfstandVergunningplicht',
  'Windturbine_TeBerekenenAfstandVergunningplicht',
  'GrootschaligMestverwerking_VasteAfstandVergunningplicht',
  'MestbehandelingsInstallatie_VasteAfstandVergunningplicht',
  'OpstellenVoertuigen_TeBerekenenAfstandVergunningplicht',
  'TankenLNGVaartuigen_berekendeAfstandVergunningplicht',
  'ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandVergunningplicht',
  'OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandVergunningplicht',
] as const satisfies readonly ActivityType[];

/** Types for activities without a permit only. */
export const WITHOUT_PERMIT = [
  'BehandelenRegelenMetenAardgas_VasteAfstandGeenVergunningplicht',
  'OpslagVerpakt_VasteAfstandGeenVergunningplicht',
  'OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht',
  'Windturbine_TeBerekenenAfstandGeenVergunningplicht',
  'ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht',
  'OpslagEnergiedragersElektrischeEnergie_VasteAfstandGeenVergunningplicht',
  'OpslagVerpaktZonder_F_Cl_Br_N_S_VasteAfstandGeenVergunningplicht',
  'ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandGeenVergunningplicht',
  'OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandGeenVergunningplicht',
  'OpslagVuurwerkF1F2F3T1T2_GeenVergunningplicht',
] as const satisfies readonly ActivityType[];

/** Operation of an energy storage system. */
export const ENERGY_STORAGE = [
  'ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht',
  'ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandGeenVergunningplicht',
  'ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandVergunningplicht',
] as const satisfies readonly ActivityType[];

/** Storage of batteries and other carriers of electric energy. */
export const ENERGY_CARRIER_STORAGE = [
  'OpslagEnergiedragersElektrischeEnergie_VasteAfstandGeenVergunningplicht',
  'OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandGeenVergunningplicht',
  'OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandVergunningplicht',
] as const satisfies readonly ActivityType[];

/** Cooling with ammonia. */
export const AMMONIA_COOLING = [
  'AmmoniakKoelinstallatie_TeBerekenenAfstand',
  'AmmoniakKoelinstallatie_VasteAfstandVergunningplicht',
] as const satisfies readonly ActivityType[];

/** Seveso establishments, and storage of Seveso quantities outside them. */
export const SEVESO = [
  'OpslagSevesoHoeveelheidBuitenSevesoInrichting',
  'SevesoInrichting',
] as const satisfies readonly ActivityType[];

/** Storage of explosives for defence. */
export const MILITARY_EXPLOSIVES = [
  'OpslagOntplofbaarMilitair_TeBerekenenAfstand',
  'OpslagOntplofbaarMilitair_VasteAfstand',
] as const satisfies readonly ActivityType[];

/** Wind turbines. */
export const WIND_TURBINES = [
  'Windturbine_TeBerekenenAfstandGeenVergunningplicht',
  'Windturbine_TeBerekenenAfstandVergunningplicht',
] as const satisfies readonly ActivityType[];
