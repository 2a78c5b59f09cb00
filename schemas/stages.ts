/** Stages: the steps of processing a delivery, from its bytes to the active edition, with the duration of each. */
export const STAGES = ['read', 'check', 'decide', 'derive', 'cut', 'write', 'sync'] as const;
export type Stage = (typeof STAGES)[number];

/** Seconds of wall time; a stage with several threads counts once. */
export type StageSeconds = Readonly<Partial<Record<Stage, number>>>;
