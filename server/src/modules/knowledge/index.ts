export { type BaseWithOwner, lockBase } from './bases/base.repository.ts'
export { type ExternalPassage, type ExternalServer, queryExternal } from './bases/external-server.ts'
export { createKnowledgeBaseRoutes } from './bases/knowledge-base.routes.ts'
export { toKnowledgeId, toSkipped } from './bases/shown-records.ts'
export { tagRepository, toTagKey } from './bulk/tag.repository.ts'
export { findVideoId } from './crawler/transcript/video-address.ts'
export { createWebFetcher, type WebFetcher } from './crawler/web-fetcher.ts'
export { addFiles, addRemote, type Given, readParams, requireQueryPlugin } from './documents/add-documents.ts'
export type { SaveWith } from './documents/document-queue.ts'
export type { KnowledgeFileRow } from './documents/file.repository.ts'
export { progressOf } from './documents/file-progress.ts'
export { retryFile } from './documents/retry-file.ts'
export { MANIFEST } from './documents/zip/unpack-zip.ts'
export { createJobRoutes } from './jobs/jobs.routes.ts'
export { createKnowledge, type Knowledge, type KnowledgeDeps } from './knowledge.ts'
export { receiveFiles, receiveTexts, requireFile, takeFirst } from './originals/receive-files.ts'
export type { PictureDescriber } from './pictures/picture-describer.ts'
export {
  INGESTION_PLUGINS,
  parsePluginParams,
  QUERY_PLUGINS,
  shownParams,
  toSplitSettings,
} from './plugins/plugins.ts'
export { measurePicture } from './readers/pictures/measure-picture.ts'
export type { PictureToDescribe } from './readers/pictures/picture-finder.ts'
export { createTextReader, type TextReader } from './readers/process/text-reader.ts'
export { isUnreadable } from './readers/unreadable-document.ts'
export type { Recording, Transcriber } from './recordings/transcriber.ts'
export { givenTitle, parseOrEmpty, readSettings, readWarnings } from './records.ts'
export { withoutPoorMatches } from './retrieval/passage-search.ts'
export { type CitedSource, createSourceLinks, type SourceLinks } from './retrieval/source-links.ts'
export type { Embedder, Reranker } from './retrieval/vectors/embedder.ts'
export { textOfStretch } from './text/document-text.ts'
