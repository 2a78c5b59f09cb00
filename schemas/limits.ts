/** Limits: the bounds of all external input, and the sizes that shape our output. */
export const LIMITS = {
  requestBodyBytesMax: 20 * 1024 * 1024,
  /** Features of one request; more are delivered as a file. */
  requestFeaturesMax: 1_000,
  /** Size of a delivery as received, and unpacked. */
  deliveryBytesMax: 4 * 1024 * 1024 * 1024,
  /** Average speed of an upload since its beginning, after the first seconds. */
  deliveryBytesPerSecondMin: 8 * 1024,
  /** Share and number of its holder's roots that one submission may end without asking the operator. */
  driftShareMax: 0.2,
  driftRootsMin: 10,
  /** Unpacked bytes per packed byte of gzip; JSON full of repeats stays far below this, a zip bomb far above. */
  gzipRatioMax: 200,
  /** Unpacked bytes up to which the ratio is not checked. */
  gzipFreeBytes: 16 * 1024 * 1024,
  /** Payloads up to this size are stored in the inbox table; larger ones are files. */
  inlinePayloadBytesMax: 1024 * 1024,
  rootBytesMax: 64 * 1024 * 1024,
  jsonDepthMax: 32,
  /** JSON objects of any kind in one root. The time of the checks grows with their number, not with the bytes. */
  jsonObjectsMax: 500_000,
  /**
   * Objects of the model in one delivery. Measured with 1,000,000 of `npm run generate` (824 MB): preparing, deciding and publishing use
   * up to 575 MB, and `ev batch` ends with a heap of 1,024 MB. Node's default heap is 2 to 4 GB.
   */
  deliveryObjectsMax: 1_000_000,
  /** Versions of one object in one delivery. Recording each takes time that grows with those before it, while others wait. */
  versionsPerObjectMax: 1_000,
  /** Bytes of a table from which a delivery is made, and seconds to read it. */
  tableBytesMax: 1024 * 1024 * 1024,
  tableSecondsMax: 600,
  /** Unknown fields of one object that are reported one by one; one finding counts the rest. */
  unknownFieldsMax: 100,
  /** Replaced versions of one object that are searched for the content of a new one. */
  earlierVersionsMax: 100,
  idCharsMax: 255,
  /** Characters of a text. GDAL, and QGIS with it, stops reading a collection at a feature with a text of some megabytes. */
  textCharsMax: 100_000,
  /** One object as JSON, without nested objects and coordinates: the published part beside a geometry. */
  objectBytesMax: 1024 * 1024,
  verticesPerGeometryMax: 100_000,
  pathsPerGeometryMax: 10_000,
  /** Findings in a report: of each rule and field, and in total. Findings that are no errors take half of the total at most. */
  findingsPerRuleMax: 1_000,
  findingsMax: 20_000,
  /** New findings, and gone ones, that the comparison with the previous delivery lists. */
  comparedFindingsMax: 500,
  /** Roots that the chapter of effects of a report lists, bytes of that list, and differences or ended parts of one root. */
  effectsMax: 5_000,
  effectsBytesMax: 8 * 1024 * 1024,
  effectDetailsMax: 100,
  /** Fields of one rule that are counted separately. Names are as delivered, so their number is unbounded. */
  fieldsPerRuleMax: 100,
  featuresDefault: 10,
  featuresMax: 10_000,
  resourcesDefault: 20,
  resourcesMax: 1_000,
  /** Requests of one client in a frame of 60 seconds, by default: one GIS must be able to load a collection. */
  requestsPerFrame: 3_000,
  frameSeconds: 60,
  /** Addresses with a count of their own; further ones share counts. Each takes about 400 bytes. */
  countedAddressesMax: 50_000,
  /** Delay of the event loop above which new requests are refused: the median of a second, for three seconds. */
  overloadMs: 500,
  /** URL of a request. */
  addressBytesMax: 16 * 1024,
  /** All headers of a request. */
  headerBytesMax: 16 * 1024,
  /** Characters of a filter; longer ones would not fit into the URL of a request. */
  filterCharsMax: 10_000,
  /** Nesting of brackets, functions or JSON objects. */
  filterDepthMax: 32,
  /** Body of a search: about 1,500 positions, each of which is compared with every geometry near by. */
  searchBodyBytesMax: 64 * 1024,
  /** Points where lines of filter geometries cross or touch. JSTS needs up to 100 ms for this number, for each row again. */
  filterIntersectionsMax: 500,
  /** Pairs of segments of filter geometries that overlap along the first axis; comparing them takes about 10 ms. A coastline has few. */
  filterComparisonsMax: 1_000_000,
  /** Rings of a filter geometry. JSTS compares each pair, up to 50 ms for this number. */
  filterRingsMax: 256,
  /** Cells that cover the area of a response with counts: the land in cells of 1 km, the whole range of RD in cells of 5 km. */
  cellsMax: 120_000,
  /** Features of a vector tile, by their centres; a level with more in one of its tiles has counts. About 1 MB, and 100 ms to make. */
  tileFeaturesMax: 2_000,
  /** Features that touch one vector tile. */
  tileTouchesMax: 4_000,
  /**
   * Files that readers ask for: features of one, their bytes as GeoJSON, and seconds to make it. The disk needs room for four times the
   * bytes: the features, the file, and what its program writes meanwhile.
   */
  requestedFileFeaturesMax: 500_000,
  requestedFileBytesMax: 512 * 1024 * 1024,
  requestedFileMakeSecondsMax: 600,
  /** Requested files that are not finished, also of one client; those that are stored, and for how many seconds. */
  requestedFilesWaitingMax: 4,
  requestedFilesOfClientMax: 2,
  requestedFilesStoredMax: 20,
  requestedFileSeconds: 3_600,
  /** Radius around a point that `/omgeving` looks in. */
  radiusMetresMax: 10_000,
  /** Corners of an area that is drawn on a map. */
  areaCornersMax: 100,
  /** Objects that `/omgeving` lists; the others are counted. */
  surroundingsMax: 200,
  searchCharsMax: 500,
  searchWordsMax: 20,
  pageBytesMax: 32 * 1024 * 1024,
  /** Bytes of a response that is made at once. A longer one is made in chunks, each when the socket has taken the one before. */
  readyBytesMax: 2 * 1024 * 1024,
  /** Least bytes of a chunk, and so the unsent bytes of one connection. A larger row is a chunk by itself. */
  chunkBytes: 128 * 1024,
  /** Unsent bytes of all connections. Beyond this limit stalled connections are closed, then long responses are refused. */
  unsentBytesMax: 128 * 1024 * 1024,
  /** Streams of publications that are open at once, and publications in one response. */
  liveStreamsMax: 200,
  publicationEventsMax: 100,
  /** Subscriptions to publications, which the operator makes. */
  subscriptionsMax: 1_000,
  /**
   * Caches of a serving process, 360 MiB together: decoded segments that filters scan (a column of a million rows is 1 to 20 MB), other
   * segments, rows, results of filters, documents as lists contain them, compressed pieces of responses, and vector tiles.
   */
  cacheBytesMax: {
    scanned: 96 * 1024 * 1024, read: 160 * 1024 * 1024, rows: 32 * 1024 * 1024,
    selected: 16 * 1024 * 1024, documents: 16 * 1024 * 1024, packed: 24 * 1024 * 1024,
    tiles: 16 * 1024 * 1024,
  },
  /**
   * Files and connections that a serving process can open at once. About 100 for threads and state files, six for each further core, 128
   * packs each for readers, publication and verification, and the rest for some 500 clients.
   */
  openFilesMin: 1_024,
  answerDirectMs: 10_000,
  /** Submissions on a page. Counts are read from reports, which may be long, so a page has few. */
  submissionsDefault: 20,
  submissionsMax: 100,
  /** Bytes of a proposed transfer: about 20,000 ids. */
  proposalBytesMax: 1024 * 1024,
  /** Bytes of an operator's decision on a submission. */
  rulingBytesMax: 16 * 1024,
  /** Open proposals of one organisation, and those of others to one holder, which are ten times as many: no organisation fills them alone. */
  openProposalsMax: 100,
  openProposalsToHolderMax: 1_000,
  /** Submissions that `ev submissions list` prints. */
  listedSubmissionsMax: 10_000,
  /** Characters of the operator's reason to refuse a submission: a few sentences. */
  refusalReasonCharsMax: 1_000,
  /** Size of each file of access control and the schedule: some ten thousand organisations or tokens. */
  accessFileBytesMax: 4 * 1024 * 1024,
  /** Size of the keys of a token issuer (JWKS): some hundred keys. */
  issuerKeysBytesMax: 256 * 1024,
  /** Verified JWTs that are remembered until they end: 2 MB. */
  rememberedTokensMax: 10_000,
  settingsFileBytesMax: 64 * 1024,
  /** Stored runs of each pipeline: 41 days for one that runs each hour. */
  runsPerPipelineMax: 1_000,
  runLinesMax: 1_000,
  runLineCharsMax: 2_000,
  /** Longest validity of a token: three years. */
  tokenDaysMax: 1_096,
  /** Backups in one folder, unless the operator sets another number. */
  backupsStored: 7,
} as const;
