import { nowSeconds } from '../../../platform/clock.ts'

/** The columns of a file that is processed again from the beginning. */
export const queuedColumns = () =>
  ({
    status: 'pending',
    stage: 'waiting',
    attempts: 0,
    run_after: 0,
    error_code: null,
    error_message: null,
    error_said: null,
    updated_at: nowSeconds(),
  }) as const
