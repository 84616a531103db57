import { createAnthropicConnector } from '../../connectors/anthropic/anthropic.connector.ts'
import { createBypassConnector } from '../../connectors/bypass/bypass.connector.ts'
import { createGoogleImageConnector } from '../../connectors/google-image/google-image.connector.ts'
import { createOllamaConnector } from '../../connectors/ollama/ollama.connector.ts'
import { createOpenAiConnector } from '../../connectors/openai/openai.connector.ts'
import { createQuotesConnector } from '../../connectors/quotes/quotes.connector.ts'
import { type ConnectorRegistry, createConnectorRegistry } from '../../connectors/registry.ts'
import type { FileService } from '../../modules/files/index.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'

/** All connectors. To add one, create a folder in connectors/ and add a line here. */
export const createConnectors = (
  outbound: Outbound,
  files: Pick<FileService, 'saveImage'>,
): ConnectorRegistry =>
  createConnectorRegistry([
    createOpenAiConnector({ outbound }),
    createAnthropicConnector({ outbound }),
    createOllamaConnector({ outbound }),
    createGoogleImageConnector({ outbound, saveImage: files.saveImage }),
    createBypassConnector(),
    createQuotesConnector(),
  ])
