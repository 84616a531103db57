export type { Asking } from '../../platform/asking-person.ts'
export { createMemoryRoutes } from './memory.routes.ts'
export { createMemoryService, type MemoryService, type Remembered } from './memory.service.ts'
