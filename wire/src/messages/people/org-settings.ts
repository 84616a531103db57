/** Settings of an organization: providers, search models, Moodle, the knowledge base server. */
export const orgSettingsMessages = {
  'org_settings.describe_needs_text': 'Give the assistant a name or a system prompt first',
  'org_settings.embeddings_required': 'No embedding model selected',
  'org_settings.fast_model':
    'The fast model “{model}” is not one of the models of {provider}. The default model is used instead.',
  'org_settings.import_too_large': 'The file is too large (limit: 5 MB)',
  'org_settings.import_not_text': 'The file is not UTF-8 text. Save it as JSON or as CSV (UTF-8).',
  'org_settings.kb_key_elsewhere': 'The stored key belongs to another URL. Enter the key for this one.',
  'org_settings.kb_key_rejected': 'The server responds but rejects the key',
  'org_settings.kb_status': 'The server returned status {status}',
  'org_settings.kb_works': 'The knowledge base server responds',
  'org_settings.key_removed':
    'The API key of {provider} was removed because its base URL changed. Enter it again.',
  'org_settings.model_works': 'The model responds',
  'org_settings.models_found': '{count} models',
  'org_settings.moodle_functions': 'Add {functions} to the token’s service in Moodle',
  'org_settings.moodle_timeout': 'Moodle didn’t respond within {seconds} seconds',
  'org_settings.moodle_token_required':
    'Enter the token for this Moodle. A stored token is only used with the URL it was saved with.',
  'org_settings.moodle_url_required': 'Enter the URL of your Moodle first',
  'org_settings.moodle_works': 'Moodle responds and accepts the token',
  'org_settings.no_response': 'No response within {seconds} seconds',
  'org_settings.provider_incomplete': 'The settings are incomplete',
  'org_settings.provider_internal': 'The check failed on the server. The log has the details.',
  'org_settings.provider_not_set_up': 'This provider is not set up',
  'org_settings.reranker_required': 'No reranker selected',
  'org_settings.reranker_works': 'The reranker responds',
  'org_settings.reranker_wrong':
    'The reranker responds but ranked a test text incorrectly. Check that this is a reranking model.',
  'org_settings.rubric_too_large': 'The rubric file is too large (limit: {limit} KiB)',
  'org_settings.search_provider': 'The provider “{name}” has no models for this. Choose one of {providers}.',
  'org_settings.signup_key_required': 'A signup key is required when signup is enabled',
  'org_settings.small_fast_model':
    'The small, fast model “{model}” is not one of the models of {provider}. The default model is used instead.',
  'org_settings.tool_use_model':
    'The model for tool calls “{model}” is not one of the models of {provider}. The default model is used instead.',
  'org_settings.transcription_required': 'No transcription model selected',
  'kb_server.file_required': 'The form has no file',
  'kb_server.params_not_json': 'plugin_params: Not valid JSON',
  'kb_server.params_not_object': 'plugin_params: Must be a JSON object',
  'kb_server.query_required': 'query_text: Enter a question',
  'kb_server.apikey_required': 'Enter an API key for the embedding model (embeddings_model.apikey)',
  'kb_server.status_invalid': 'status: Must be deleted, cancelled, pending or the current status',
  'kb_server.visibility_invalid': 'visibility: Must be private or public',
  'kb_server.urls_required': 'urls: Must not be empty',
} as const
