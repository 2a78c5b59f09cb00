/** Data of the page for deliveries: the values that its scripts get from the server, in the attribute `data-deliver`. Types only. */
export interface DeliverPageData {
  /** Base URL of the service as the browser reaches it: a path. */
  readonly base: string;
  readonly language: 'nl' | 'en';
  /** Bytes of the largest delivery. */
  readonly bytesMax: number;
  /** URI of RD, in which the form for one object has its positions. */
  readonly rd: string;
  /** Names of the fields that the register sets, which the form leaves out. */
  readonly registerFields: readonly string[];
  /** Paths of the scripts with the words of fields and of types. */
  readonly fieldWords: string;
  readonly typeWords: string;
  /** Paths of OpenLayers and of the scripts with the country, and the box of RD that maps show. */
  readonly map: {
    readonly ol: string; readonly country: { readonly outline: string; readonly provinces: string };
    readonly extent: readonly [number, number, number, number];
  };
}
