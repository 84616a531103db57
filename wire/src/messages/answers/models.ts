/** Choosing a model and a provider in an organization. */
export const modelsMessages = {
  'models.cannot_describe_images':
    'No model can describe images: {reason}. Alternatively, set image_descriptions to “basic”.',
  'models.default_required':
    'No default model selected. An organization admin can choose one from {provider} in the settings.',
  'models.fast_required':
    'No small, fast model selected. An organization admin can choose one in the settings.',
  'models.no_connector': "Connector '{name}' not found",
  'models.no_default': 'No model selected, and {provider} has no default model',
  'models.no_embeddings': '{provider} has no embedding models. Choose another provider.',
  'models.no_prompt_processor': "Prompt processor '{name}' not found",
  'models.no_provider': 'Provider “{name}” not found',
  'models.no_rag_processor': "RAG processor '{name}' not found",
  'models.no_reranker': 'No reranker selected',
  'models.no_rerankers': '{provider} has no rerankers. Choose another provider.',
  'models.no_transcription': '{provider} has no transcription models. Choose another provider.',
  'models.transcription_timeout':
    'The transcription took longer than {minutes} minutes. Split the recording, or try again later.',
  'models.not_offered':
    '{organization} doesn’t offer the model “{model}” with {provider}. Choose another one in the assistant’s settings.',
  'models.not_offered_here':
    '{organization} doesn’t offer the model “{model}”. Leave it empty to use the default model.',
  'models.none': '{organization} has no models. An organization admin can set up a provider in the settings.',
  'models.provider_incomplete': 'The settings of {provider} are incomplete: {problem}',
  'models.provider_not_set_up':
    '{provider} is not set up in {organization}. An organization admin can do this in the settings.',
  'models.timeout': 'The model didn’t finish within {seconds} seconds. Try again, or ask for less at a time.',
  'models.tool_incomplete': 'The settings of {tool} are incomplete: {problem}',
} as const
