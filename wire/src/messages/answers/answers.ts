/** Answers of assistants and the requests for them. */
export const answersMessages = {
  'answers.assistant_required': 'Name the assistant in the query, such as ?assistant=12',
  'answers.access_denied': 'Access denied to this assistant',
  'answers.interrupted': 'The server that was writing this answer has stopped. Please ask again.',
  'answers.calls_itself':
    'An assistant can’t call assistants on the same server through the API. Use the tool “Another assistant” instead.',
  'answers.field_invalid': '{path}: {problem}',
  'answers.input_invalid': 'input/{path}: {problem}',
  'answers.invalid': 'Invalid request',
  'answers.after_not_a_model': 'Use the last_id of the previous page as after, for example lamb_assistant.12',
  'answers.model_not_found': 'The model {model} was not found',
  'answers.nested_assistants': 'Tool-using assistants cannot be invoked as tools',
  'answers.one_choice': 'n: Assistants that call tools give one answer per request',
  'answers.param_invalid': '{param}: {problem}',
  'answers.prompt_hidden': 'You need access to this assistant’s prompts to see the model input',
  'answers.request_too_long':
    'This conversation is too long: with its documents, more than {limit} million characters. Shorten your message or start a new chat.',
  'answers.too_many_choices': '{param}: This assistant returns at most {limit} per request',
  'answers.too_slow': 'The answer took longer than {seconds} seconds',
  'answers.unknown_tool_choice': 'tool_choice: "{name}" is not one of the tools',
  'prompts.repeats':
    'The prompt would be longer than {limit} million characters, because {placeholder} occurs {times} times in a template. Use it once.',
  'prompts.too_long':
    'The prompt would be longer than {limit} million characters. Shorten the template, or let tools return less.',
} as const
