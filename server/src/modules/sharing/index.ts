export { createSharingRoutes } from './sharing.routes.ts'
export {
  createSharingService,
  type SharingDeps,
  type SharingPermission,
  type SharingService,
} from './sharing.service.ts'
