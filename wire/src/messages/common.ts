/** Server messages that belong to no single subject. */
export const commonMessages = {
  'common.internal': 'Something went wrong on the server. The log has the details under this request id.',
  'common.invalid_token': 'Invalid or expired authentication token',
  'common.nested_too_deeply': 'The request is nested too deeply',
  'common.shutting_down': 'The server is shutting down',
} as const

/** Texts of `notFound`. */
export const notFoundMessages = {
  'not_found.activity': 'Activity not found',
  'not_found.api_key': 'API key not found',
  'not_found.approval': 'Approval not found',
  'not_found.assistant': 'Assistant not found',
  'not_found.budget': 'Budget not found',
  'not_found.chat': 'Chat not found',
  'not_found.checkpoint': 'Checkpoint not found',
  'not_found.course': 'Course not found',
  'not_found.dialog': 'Dialog not found',
  'not_found.document': 'Document not found',
  'not_found.edit': 'Edit not found',
  'not_found.evaluation': 'Evaluation not found',
  'not_found.file': 'File not found',
  'not_found.import': 'Import not found',
  'not_found.invitation': 'Invitation not found',
  'not_found.job': 'Job not found',
  'not_found.knowledge_base': 'Knowledge base not found',
  'not_found.link': 'Link not found',
  'not_found.mcp_server': 'MCP server not found',
  'not_found.member': 'Member not found',
  'not_found.memory': 'Memory not found',
  'not_found.message': 'Message not found',
  'not_found.model': 'Model not found',
  'not_found.organization': 'Organization not found',
  'not_found.page': 'Page not found',
  'not_found.picture': 'Picture not found',
  'not_found.platform': 'Platform not found',
  'not_found.prompt': 'Prompt not found',
  'not_found.question': 'Question not found',
  'not_found.resource': 'Resource not found',
  'not_found.rubric': 'Rubric not found',
  'not_found.secret': 'Secret not found',
  'not_found.sign_in_provider': 'Sign-in provider not found',
  'not_found.template': 'Template not found',
  'not_found.tool': 'Tool not found',
  'not_found.tool_result': 'Tool result not found',
  'not_found.trace': 'Trace not found',
  'not_found.user': 'User not found',
  'not_found.version': 'Version not found',
  'not_found.workspace': 'Workspace not found',
} as const

export const isNotFoundCode = (code: string): code is keyof typeof notFoundMessages =>
  Object.hasOwn(notFoundMessages, code)
