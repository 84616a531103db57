import { createBypassConnector } from '../../connectors/bypass/bypass.connector.ts'
import { createRedactor } from '../../modules/traces/index.ts'
import { createPricing } from '../../modules/usage/index.ts'
import { CompletionRecord } from './completion-record.ts'

/** Creates the record of an answer that is neither priced nor traced. */
export const createTestRecord = (): CompletionRecord =>
  new CompletionRecord(
    {
      asking: { caller: { kind: 'system', trustedForwarder: true } },
      assistant: { id: 1, ownerId: 1, organizationId: 1 },
      model: { connector: createBypassConnector(), model: 'm', fromSystem: false },
      pricing: createPricing(undefined),
      tools: [],
      trace: { keep: false, verbose: false, redact: createRedactor([]) },
      degraded: undefined,
    },
    { door: 'test', requestModel: null },
  )
