/** Limits: every number that bounds something that comes from outside, or that shapes what we write. */
export const LIMITS = {
  requestBodyBytesMax: 20 * 1024 * 1024,
  /** Of one request; more are delivered as a file. */
  requestFeaturesMax: 1_000,
  /** As delivered, and unpacked. */
  deliveryBytesMax: 4 * 1024 * 1024 * 1024,
  /** Of a delivery that is being sent, on average since its beginning; the first seconds aside. */
  deliveryBytesPerSecondMin: 8 * 1024,
  /** One submission may end this share of its holder's roots, and in any case fewer than so many; else the operator is asked. */
  driftShareMax: 0.2,
  driftRootsMin: 10,
  /** Unpacked bytes per packed byte of gzip; JSON full of repeats stays far below this, a zip bomb far above. */
  gzipRatioMax: 200,
  /** Up to so many unpacked bytes the ratio is not looked at. */
  gzipFreeBytes: 16 * 1024 * 1024,
  /** Payloads up to this size lie in the inbox table itself; larger ones are files. */
  inlinePayloadBytesMax: 1024 * 1024,
  rootBytesMax: 64 * 1024 * 1024,
  jsonDepthMax: 32,
  /** JSON objects of any kind in one root: what the checks take grows with them, not with the bytes. */
  jsonObjectsMax: 500_000,
  /**
   * Objects of the model in one delivery. Measured with 1,000,000 of `npm run generate` (824 MB): preparing, deciding and publishing keep up to 575 MB
   * alive, and `ev batch` ends with a heap of 1,024 MB. Node's default heap is 2 to 4 GB.
   */
  deliveryObjectsMax: 1_000_000,
  /** Versions of one object in one delivery: recording each takes time that grows with those before it, and others wait meanwhile. */
  versionsPerObjectMax: 1_000,
  /** Fields of one object that the model does not have and that are each reported; how many more there are is one finding. */
  unknownFieldsMax: 100,
  /** Replaced versions of one object among which a new one looks for its content. */
  earlierVersionsMax: 100,
  idCharsMax: 255,
  /** Any one text. GDAL, and QGIS with it, stops reading a collection at a feature with a text of some megabytes. */
  textCharsMax: 100_000,
  /** One object as JSON, without the objects nested in it and without coordinates: what is published beside a geometry. */
  objectBytesMax: 1024 * 1024,
  verticesPerGeometryMax: 100_000,
  pathsPerGeometryMax: 10_000,
  /** In a report, of each rule and field; and all together, of which those that are no errors take half at most. */
  findingsPerRuleMax: 1_000,
  findingsMax: 20_000,
  /** Fields of one rule that are told apart: names are as delivered, so there may be any number of them. */
  fieldsPerRuleMax: 100,
  featuresDefault: 10,
  featuresMax: 10_000,
  resourcesDefault: 20,
  resourcesMax: 1_000,
  /** Address of a request. */
  addressBytesMax: 16 * 1024,
  /** All headers of a request. */
  headerBytesMax: 16 * 1024,
  /** A filter as asked: longer ones would not fit into the address of a request. */
  filterCharsMax: 10_000,
  /** Brackets, functions or JSON objects inside one another. */
  filterDepthMax: 32,
  /** A question in a body: about 1,500 positions, each of which every geometry near by is compared with. */
  questionBytesMax: 64 * 1024,
  /** Places where lines of asked geometries cross or touch one another: JSTS needs up to 100 ms for so many, with each row anew. */
  askedMeetingsMax: 500,
  searchCharsMax: 500,
  searchWordsMax: 20,
  pageBytesMax: 32 * 1024 * 1024,
  /** An answer of so many bytes is made at once. A longer one is made in chunks, each when the socket has taken the one before. */
  readyBytesMax: 2 * 1024 * 1024,
  /** Bytes of such a chunk, at least: one connection has so much made and not sent. A single larger row is a chunk by itself. */
  chunkBytes: 128 * 1024,
  /** Bytes made and not sent of all connections. Beyond it stalled connections are closed, then long answers are refused. */
  unsentBytesMax: 128 * 1024 * 1024,
  /**
   * Memory in which a serving process keeps what it will likely need again: bytes of packs with what is made of them, what questions
   * look through (a column of a million rows is 1 to 20 MB) apart from the rest; bytes of rows that are asked for again and again; rows
   * that questions selected, documents as they stand in lists, packed pieces of answers; 344 MiB together.
   */
  keptBytesMax: {
    scanned: 96 * 1024 * 1024, read: 160 * 1024 * 1024, rows: 32 * 1024 * 1024,
    selected: 16 * 1024 * 1024, documents: 16 * 1024 * 1024, packed: 24 * 1024 * 1024,
  },
  /**
   * Files and connections that a process that serves must be able to open at once: about 100 for threads and state files and six for each
   * core more, 128 packs each for readers, publication and verification, and what is left for some 500 clients.
   */
  openFilesMin: 1_024,
  answerDirectMs: 10_000,
  /** Of `ev submissions list`. */
  listedSubmissionsMax: 10_000,
  /** Of why the operator refuses a submission: a few sentences. */
  refusalReasonCharsMax: 1_000,
  /** Each of the files that access control and the schedule read: some ten thousand organisations or tokens. */
  accessFileBytesMax: 4 * 1024 * 1024,
  settingsFileBytesMax: 64 * 1024,
  /** Kept of each pipeline: of one that runs each hour, 41 days. */
  runsPerPipelineMax: 1_000,
  runLinesMax: 1_000,
  runLineCharsMax: 2_000,
  /** How long a token may hold: three years. */
  tokenDaysMax: 1_096,
  /** Of one folder, unless the operator says otherwise. */
  backupsKept: 7,
} as const;
