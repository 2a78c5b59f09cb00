/** Data of the page for deliveries: the values that its scripts get from the server, in the attribute `data-deliver`. Types only. */
export interface DeliverPageData {
  /** Base URL of the service as the browser reaches it: a path. */
  readonly base: string;
  readonly language: 'nl' | 'en';
  /** Bytes of the largest delivery. */
  readonly bytesMax: number;
}
