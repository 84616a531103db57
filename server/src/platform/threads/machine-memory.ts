import { totalmem } from 'node:os'

/** Bytes of the machine, or of the container if it has less. */
export const machineMemory = (): number => Math.min(process.constrainedMemory?.() || totalmem(), totalmem())
