/** Failures of model providers. `{detail}` is empty, or a colon and the provider's own message. */
export const providersMessages = {
  'providers.cut_off': '{provider} ended the answer before it was complete',
  'providers.endless': '{provider} kept sending data without finishing its answer',
  'providers.event_malformed': 'The provider sent a malformed event',
  'providers.event_too_large': 'The provider sent an event larger than 1 MiB',
  'providers.function_call': '{param}: {provider} doesn’t support function_call. Use tool_calls.',
  'providers.image_declined':
    '{provider} declined to create this image ({reason}); try another description{detail}',
  'providers.image_needs_text': 'The last message has no text. Describe the image you want.',
  'providers.image_url': 'Ollama only accepts images as data: URLs, not as web URLs',
  'providers.key_missing':
    'There is no API key for {provider}. An organization admin can add one in the settings.',
  'providers.key_rejected': '{provider} rejected the API key (status {status}){detail}',
  'providers.malformed': '{provider} sent a response that can’t be read',
  'providers.model_missing':
    '{provider} has no model "{model}" (status 404); choose another model or check the base URL{detail}',
  'providers.no_connector': 'Connector "{name}" not found',
  'providers.no_image': '{provider} returned neither an image nor text',
  'providers.part_unsupported': '{param}: {provider} doesn’t support the type "{type}"',
  'providers.rate_limited': '{provider} is limiting requests (status 429); try again later{detail}',
  'providers.redirects':
    '{provider} redirects to another URL (status {status}); correct its base URL{detail}',
  'providers.reported': '{provider} reported: {detail}',
  'providers.status': '{provider} returned status {status}{detail}',
  'providers.unavailable': '{provider} is temporarily unavailable (status {status}){detail}',
  'providers.vectors_mismatch': '{provider} sent {count} vectors for {texts} texts',
  'providers.web_page': '{provider} returned a web page. Check its base URL.',
  'providers.only_function_choice': '{provider} only supports choosing a function',
  'providers.only_function_tools': '{provider} only supports tools of type "function"',
  'providers.param_unsupported': '{provider} doesn’t support this parameter',
} as const
