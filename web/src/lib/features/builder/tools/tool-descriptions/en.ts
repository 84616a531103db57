/** Descriptions of the built-in tools. The server uses the same English texts in its tool catalogue. */
export const en = {
  assistant: 'Asks another assistant, which answers with its own tools and knowledge.',
  single_file_rag: 'Adds the text of an uploaded file to the prompt.',
  rubric_rag: 'Adds a rubric to the prompt, with instructions for grading with it.',
  rubric_eval:
    'Grades a text with a rubric: level, score, evidence and reasons for each criterion, and the total.',
  simple_rag: 'Searches knowledge bases for passages that match the question.',
  context_aware_rag:
    'Searches knowledge bases with the whole conversation in mind, not just the last question.',
  hierarchical_rag:
    'Searches with the whole conversation in mind and returns the full sections around the passages.',
  query_rewrite: 'Turns the conversation into a single search query, using the small, fast model.',
  image_gen: 'Creates an image from a description, using the organization’s image model.',
  weather: 'Gets the current temperature in a city.',
  moodle: 'Lists the Moodle courses that the user is enrolled in.',
  moodle_course_contents: 'Lists the sections and activities of one of the user’s Moodle courses.',
  moodle_assignments: 'Lists the assignments and due dates in the user’s Moodle courses.',
  moodle_grades: 'Shows the user’s grades in a Moodle course. Teachers see their students’ grades.',
  moodle_user: 'The user’s Moodle ID, or their e-mail address if they have none.',
  remember: 'Saves facts about the user for later chats. Users can view and delete them.',
  recall: 'Retrieves what the assistant remembers about the user.',
  http_request: 'Calls a web service of your choice and reads the response.',
  mcp: 'Calls a tool on an MCP server that your organization has registered.',
  read_file: 'Reads a text file in the workspace, with line numbers.',
  list_files: 'Lists the files in a workspace folder.',
  search_files: 'Searches the workspace files with a regular expression.',
  write_file: 'Creates or overwrites a text file in the workspace.',
  replace_in_file: 'Replaces text in a workspace file.',
  delete_file: 'Deletes a workspace file.',
  patch_file: 'Replaces, inserts or deletes lines in a workspace file.',
  run_command: 'Runs a program in the workspace, sandboxed and without network access.',
}

export type ToolDescriptions = typeof en
