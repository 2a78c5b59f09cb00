/** Monitoring: health and metrics of one service, and their listener. */
import type { Editions } from '../../publisher/read/types.ts';
import type { ConductorEvent } from '../conductor/conductor.ts';
import type { DeskHandle } from '../desk.ts';
import { Health, type HealthParts } from './health.ts';
import { listenForOperations } from './operations-listener.ts';
import { Metrics, type AnsweredRequest, type ScheduleFigures, type UnsentFigures } from './metrics.ts';

export interface Monitoring {
  readonly port: number;
  onEvent(event: ConductorEvent): void;
  readonly answered: (request: AnsweredRequest) => void;
  readonly unsent: (figures: UnsentFigures) => void;
  readonly health: Pick<Health, 'onHead' | 'onLook' | 'onListening' | 'stop'>;
  close(): Promise<void>;
}

export interface MonitoringParts {
  readonly data: string;
  /** Port on loopback; 0: any free port. */
  readonly port: number;
  readonly editions: Editions;
  readonly desk: Pick<DeskHandle, 'figures' | 'conductorRestarts' | 'isConducting' | 'requireAccepting'>;
  readonly schedule: () => Promise<ScheduleFigures>;
  readonly accessFault: HealthParts['accessFault'];
  readonly scheduleFault: HealthParts['scheduleFault'];
  readonly clock: () => Date;
  readonly onFault: (error: Error) => void;
  readonly droppedLines: () => number;
  /** The end of the certificate in use; null: the service speaks HTTP. */
  readonly certificateEnds: () => Date | null;
}

/** Starts monitoring. Rejects when the port is not available. */
export async function startMonitoring(parts: MonitoringParts): Promise<Monitoring> {
  const { data, port, editions, desk, schedule, accessFault, scheduleFault, clock, onFault, droppedLines, certificateEnds } = parts;
  const health = new Health({
    data, clock, accessFault, scheduleFault, current: () => editions.current(),
    isConducting: () => desk.isConducting, requireAccepting: () => desk.requireAccepting(),
  });
  const isWritable = async (): Promise<boolean> => (await health.readiness()).writable;
  const metrics = new Metrics({ data, editions, desk, schedule, clock, isWritable, droppedLines, certificateEnds });
  const listener = await listenForOperations(port, { health, metrics, onFault });
  return {
    port: listener.port,
    onEvent(event) {
      health.onEvent(event);
      metrics.onEvent(event);
    },
    answered: (request) => { metrics.answered(request); },
    unsent: (figures) => { metrics.unsent(figures); },
    health,
    close: () => listener.close(),
  };
}
