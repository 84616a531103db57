export { createFileRoutes } from './file.routes.ts'
export {
  createFileService,
  type FileDeps,
  type FileService,
  type NewImage,
  type OpenFile,
} from './file.service.ts'
export { createFileStore, type FileStore } from './file-store.ts'
export { finishRemovals } from './finish-removals.ts'
export { findImageType, isRasterImage } from './image-type.ts'
export type { OwnText } from './own-text.ts'
export { removalRepository } from './removal.repository.ts'
