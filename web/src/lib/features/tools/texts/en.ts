export const en = {
  simple_rag: 'Knowledge base',
  context_aware_rag: 'Knowledge base',
  hierarchical_rag: 'Knowledge base',
  rubric_rag: 'Rubric',
  rubric_eval: 'Rubric assessment',
  single_file_rag: 'File',
  call_assistant: 'Another assistant',
  query_rewrite: 'Question rewriting',
  moodle: 'Moodle',
  weather: 'Weather',
  http_request: 'Web service',
}

export type Texts = typeof en
