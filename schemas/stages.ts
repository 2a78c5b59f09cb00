/** Stages: the parts of the road of a delivery, from its bytes to the active edition, and how long each took. */
export const STAGES = ['read', 'check', 'decide', 'derive', 'cut', 'write', 'sync'] as const;
export type Stage = (typeof STAGES)[number];

/** Seconds of wall time; a stage that has threads of its own counts once. */
export type StageSeconds = Readonly<Partial<Record<Stage, number>>>;
