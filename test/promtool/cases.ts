/** Cases of alerts: for each, series in which it fires and series in which it does not, in the notation of `promtool test rules`. */

/** Series by name and labels, one value a minute. */
export type Series = Readonly<Record<string, string>>;

export interface Case {
  readonly fires: Series;
  readonly quiet: Series;
  /** When it is looked at. */
  readonly at: string;
}

const request = (status: string): string => `ev_requests_total{job="ev", route="/v1", status="${status}"}`;
const slow = (le: string): string => `ev_request_seconds_bucket{job="ev", route="/v1", le="${le}"}`;
/** promtool takes no repetition of it. */
const NEVER = Array.from({ length: 20 }, () => 'Inf').join(' ');
const event = (kind: string): string => `ev_events_total{job="ev", kind="${kind}"}`;

export const CASES: Readonly<Record<string, Case>> = {
  EvDown: { at: '5m', fires: {}, quiet: { 'up{job="ev"}': '1x10' } },
  EvConductorFails: { at: '15m', fires: { [event('Conductor:Fail')]: '0+1x20' }, quiet: { [event('Conductor:Fail')]: '0 1 1x20' } },
  EvConductorCrashes: { at: '10m', fires: { [event('Conductor:Crash')]: '0x5 1x10' }, quiet: { [event('Conductor:Crash')]: '0x20' } },
  EvConductorRestarts: {
    at: '30m',
    fires: { 'ev_conductor_restarts_total{job="ev"}': '0 1 1 2 2 3 3 4x30' },
    quiet: { 'ev_conductor_restarts_total{job="ev"}': '0 1x30', 'process_start_time_seconds{job="ev"}': '1000x10 2000x30' },
  },
  EvNotWritable: { at: '10m', fires: { 'ev_writable{job="ev"}': '0x20' }, quiet: { 'ev_writable{job="ev"}': '0 0 1x20' } },
  EvEditionDamaged: { at: '10m', fires: { [event('Edition:Damage')]: '0x5 1x10' }, quiet: { [event('Edition:Damage')]: '0x20' } },
  EvInboxOld: { at: '30m', fires: { 'ev_inbox_oldest_seconds{job="ev"}': '4000+60x30' }, quiet: { 'ev_inbox_oldest_seconds{job="ev"}': '3000x30' } },
  EvDiskLow: { at: '10m', fires: { 'ev_disk_free_bytes{job="ev"}': '1073741824x20' }, quiet: { 'ev_disk_free_bytes{job="ev"}': '4294967296x20' } },
  EvLogDropped: { at: '10m', fires: { 'ev_log_lines_dropped_total{job="ev"}': '0x5 7x10' }, quiet: { 'ev_log_lines_dropped_total{job="ev"}': '7x20' } },
  EvErrors: {
    at: '20m', fires: { [request('200')]: '0+60x30', [request('503')]: '0+6x30' }, quiet: { [request('200')]: '0+600x30', [request('503')]: '0+1x30' },
  },
  EvSlow: {
    at: '40m',
    fires: { [slow('5')]: '0+90x60', [slow('10')]: '0+100x60', [slow('+Inf')]: '0+100x60' },
    quiet: { [slow('5')]: '0+100x60', [slow('10')]: '0+100x60', [slow('+Inf')]: '0+100x60' },
  },
  EvLoopHeld: { at: '15m', fires: { 'nodejs_eventloop_lag_p99_seconds{job="ev"}': '0.6x20' }, quiet: { 'nodejs_eventloop_lag_p99_seconds{job="ev"}': '0.1x20' } },
  EvReadersStall: { at: '20m', fires: { 'ev_unsent_refused_total{job="ev"}': '0x5 1+1x20' }, quiet: { 'ev_unsent_refused_total{job="ev"}': '7x30' } },
  EvClockDoubted: { at: '10m', fires: { [event('Clock:Doubt')]: '0x5 1x10' }, quiet: { [event('Clock:Doubt')]: '0x20' } },
  EvUpkeepFails: { at: '10m', fires: { [event('Upkeep:Fail')]: '0+1x20' }, quiet: { [event('Upkeep:Fail')]: '0 1 2x20' } },
  EvSubmissionParked: {
    at: '1m', fires: { 'ev_submissions{job="ev", state="parked"}': '1x5' },
    quiet: { 'ev_submissions{job="ev", state="parked"}': '1 0x5', 'ev_submissions{job="ev", state="pending"}': '9x5' },
  },
  EvSubmissionAside: {
    at: '1m', fires: { 'ev_submissions{job="ev", state="aside"}': '2x5' },
    quiet: { 'ev_submissions{job="ev", state="aside"}': '0x5', 'ev_submissions{job="ev", state="refused"}': '2x5' },
  },
  EvIdShared: { at: '10m', fires: { [event('Id:Share')]: '0x5 1x10' }, quiet: { [event('Id:Share')]: '1x20', [event('Batch:Decide')]: '0+1x20' } },
  EvPipelineFailed: {
    at: '6m', fires: { 'ev_pipeline_failed{job="ev", pipeline="nightly"}': '1x10' }, quiet: { 'ev_pipeline_failed{job="ev", pipeline="nightly"}': '1x2 0x10' },
  },
  EvPipelineMissed: {
    at: '10m', fires: { 'ev_pipeline_missed_seconds{job="ev", pipeline="nightly"}': '10801+60x20' },
    quiet: { 'ev_pipeline_missed_seconds{job="ev", pipeline="nightly"}': '7200+60x20' },
  },
  EvPipelineSlow: {
    at: '20m',
    fires: { 'ev_pipeline_running_seconds{job="ev", pipeline="nightly"}': '21000+60x30', 'ev_pipeline_times_passed{job="ev", pipeline="nightly"}': '0x30' },
    quiet: { 'ev_pipeline_running_seconds{job="ev", pipeline="nightly"}': '0+60x30', 'ev_pipeline_times_passed{job="ev", pipeline="nightly"}': '0x30' },
  },
  EvBackupOld: { at: '10m', fires: { 'ev_backup_age_seconds{job="ev"}': '129600+60x20' }, quiet: { 'ev_backup_age_seconds{job="ev"}': NEVER } },
  EvBackupNone: {
    at: '10m',
    fires: { 'ev_backup_age_seconds{job="ev"}': NEVER, 'ev_register_age_seconds{job="ev"}': '90000+60x20' },
    quiet: { 'ev_backup_age_seconds{job="ev"}': NEVER, 'ev_register_age_seconds{job="ev"}': '3600+60x20' },
  },
  EvCertificateEnds: {
    at: '15m', fires: { 'ev_certificate_end_timestamp_seconds{job="ev"}': '1209600x30' },
    quiet: { 'ev_certificate_end_timestamp_seconds{job="ev"}': '1215000x30', 'ev_certificate_end_timestamp_seconds{job="ev", instance="http"}': NEVER },
  },
  EvFiguresUnread: {
    at: '15m', fires: { 'ev_source_readable{job="ev", source="runs"}': '0x20' }, quiet: { 'ev_source_readable{job="ev", source="runs"}': '0 1x20' },
  },
};

/** Further series in which an alert fires, where it has two reasons to. */
export const ALSO_FIRES: readonly (readonly [alert: string, at: string, series: Series])[] = [
  ['EvDown', '5m', { 'up{job="ev"}': '0x10' }],
  ['EvConductorRestarts', '30m', { 'process_start_time_seconds{job="ev"}': '100x2 200x2 300x2 400x30' }],
  ['EvCertificateEnds', '15m', { 'ev_certificate_end_timestamp_seconds{job="ev"}': '60x30' }],
  ['EvPipelineSlow', '30m', { 'ev_pipeline_times_passed{job="ev", pipeline="collect"}': '0 1 0 1 0x40' }],
];
