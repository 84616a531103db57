import { join } from 'node:path'
import type { WorkspaceObjects } from '../objects/objects.ts'
import { createObjectStore } from './object-store.ts'
import { ageOf, markSwept, sweepObjects } from './sweep-objects.ts'

/** Objects in `<id>/state/objects` of the data folder. */
export function createDiskObjects(dataDir: string): WorkspaceObjects {
  const stateOf = (id: string): string => join(dataDir, 'workspaces', id, 'state')
  const objectsOf = (id: string): string => join(stateOf(id), 'objects')
  const sweptFile = (id: string): string => join(stateOf(id), 'swept')
  return {
    kind: 'disk',
    of: (id) => createObjectStore(objectsOf(id)),
    sweep: (id, sweep) => sweepObjects(objectsOf(id), sweep),
    sweptAgo: (id) => ageOf(sweptFile(id)),
    markSwept: (id) => markSwept(sweptFile(id)),
  }
}
