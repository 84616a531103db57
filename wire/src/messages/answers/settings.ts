/** Settings of assistants: why they can't be saved, and warnings about settings that were saved. */
export const settingsMessages = {
  'settings.already_multi_tool': 'This is already a multi-tool assistant',
  'settings.asks_itself': 'tools/{index}: An assistant can’t use itself as a tool',
  'settings.cannot_convert': 'This assistant can’t be converted: {reason}',
  'settings.choose_assistant': '{tool}: Choose an assistant. The tool is skipped until you do.',
  'settings.choose_file': '{tool}: Choose a file. The tool is skipped until you do.',
  'settings.choose_knowledge_base': '{tool}: Choose a knowledge base. The tool is skipped until you do.',
  'settings.choose_rubric': '{tool}: Choose a rubric. The tool is skipped until you do.',
  'settings.choose_workspace': '{tool}: Choose a workspace. The tool is skipped until you do.',
  'settings.circular_tools': 'These tools depend on each other: {placeholders}',
  'settings.empty_knowledge_base':
    'The knowledge base has no documents yet, so the assistant has nothing to answer from. Add documents to it.',
  'settings.empty_template':
    'The prompt template is empty, so the model won’t see the tool output. Add {question} and {placeholders} to it.',
  'settings.field_invalid': '{path}: {problem}',
  'settings.file_missing': 'File {path} not found among the owner’s files. Upload it first.',
  'settings.file_of_owner': 'Only the assistant’s owner can add a file to it',
  'settings.ignored': '{path}: {problem}. This setting was ignored.',
  'settings.is_tool_of_many':
    '{count} assistants use this one as a tool. It now uses other assistants itself, so those calls are denied.',
  'settings.is_tool_of_one':
    '1 assistant uses this one as a tool. It now uses other assistants itself, so those calls are denied.',
  'settings.max_iterations_invalid': 'max_tool_iterations: Enter a whole number from 1 to 20',
  'settings.missing_assistant': 'The owner can’t access assistant {id}. The tool is skipped until they can.',
  'settings.missing_file': 'The owner can’t access the file {path}. The tool is skipped until they can.',
  'settings.missing_knowledge_base':
    'The owner can’t access knowledge base {ids}. The tool is skipped until they can.',
  'settings.missing_mcp_tool': 'The MCP tool {name} is not available. It is skipped until it is.',
  'settings.missing_rubric': 'The owner can’t access rubric {id}. The tool is skipped until they can.',
  'settings.missing_workspace': 'The owner can’t access the workspace. The tool is skipped until they can.',
  'settings.model_not_found':
    '{provider} doesn’t list a model “{model}”. Check the name; if it is wrong, the assistant can’t answer.',
  'settings.model_unlisted':
    'Your organization doesn’t offer “{model}” with {provider}. The assistant can’t answer until you choose another model.',
  'settings.model_without_pictures':
    '“{model}” is marked as unable to read images. Choose another model, or turn images off.',
  'settings.model_without_tools':
    '“{model}” is marked as unable to call tools, so tools that the model calls itself may never run. Choose another model.',
  'settings.multi_tool_off':
    'Multi-tool assistants are turned off in {organization}. An organization admin can turn them on in the settings.',
  'settings.nested_assistants': 'tools/{index}: Tool-using assistants cannot be used as tools',
  'settings.no_connector':
    'This server has no connector “{name}”. The assistant can’t answer until you choose another one.',
  'settings.no_prompt_processor':
    'This server has no prompt processor “{name}”. The assistant can’t answer until you choose another one.',
  'settings.no_provider':
    'Your organization hasn’t connected {provider}. The assistant can’t answer until an admin connects it or you choose another provider.',
  'settings.no_rag_processor':
    'This server has no RAG processor “{name}”. The assistant can’t answer until it is installed or you choose another one.',
  'settings.no_tool':
    'This server has no tool “{name}”. It stays in the list and is skipped until it is installed.',
  'settings.placeholder_invalid':
    'tools/{index}/placeholder: Use lowercase letters, digits and _, such as {example}',
  'settings.placeholder_is_question':
    'tools/{index}/placeholder: {placeholder} stands for the question. Choose another name.',
  'settings.placeholder_missing':
    'The prompt template has no {placeholder}, so the model won’t see the output of “{tool}”. Add {placeholder} to the template, or turn the tool off.',
  'settings.placeholder_reserved':
    'tools/{index}/placeholder: {placeholder} is reserved. Choose another name.',
  'settings.placeholder_taken':
    'Two tools fill {placeholder}. Give one of them another placeholder, such as {example}.',
  'settings.placeholder_unfilled':
    'No active tool fills {placeholder}, so it is removed from the prompt. Add or turn on a tool with this placeholder, or remove it from the template.',
  'settings.question_missing': 'The prompt template doesn’t include the student’s question.',
  'settings.setting_required': '{tool}: {field} is required. The tool is skipped until it is set.',
  'settings.students_no_changes':
    'Students can’t use this: {tool} changes something. Allow it under “Let other people use tools that change something”.',
  'settings.students_no_workspace':
    'Students can’t use this: the workspace isn’t shared with any student. Share it with them.',
  'settings.students_no_writing':
    'Students can’t use this: {tool} changes files, and no student may write to the workspace. Share it with them for writing.',
  'settings.too_deep': 'Settings are nested too deeply (limit: {limit} levels)',
  'settings.too_many_tools': 'Too many tools: {count} (limit: {limit} per assistant)',
  'settings.tool_incomplete': '{tool}: {problem}. The tool is skipped until this is fixed.',
  'settings.tool_model_invalid': 'tool_model: Enter the name of a model, or "fast"',
  'settings.tool_model_unlisted':
    'Your organization doesn’t offer “{model}” with {provider}. The assistant’s own model chooses the tools instead.',
  'settings.tool_not_callable': 'tools/{index}: {tool} can’t be used on call',
  'settings.tool_not_injectable': 'tools/{index}: {tool} can’t be used in the prompt',
  'settings.tool_once': 'tools/{index}: {tool} can only be added once',
  'settings.tool_timeout_invalid': '{field}: Enter milliseconds as a whole number from 1000 to 120000',
} as const
