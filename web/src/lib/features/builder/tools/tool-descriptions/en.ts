/** What our tools do, as the server says it to programs. */
export const en = {
  assistant: 'Asks another assistant, which answers with its own tools and knowledge.',
  single_file_rag: 'Puts the text of one uploaded file into the prompt.',
  rubric_rag: 'Puts a rubric into the prompt, with instructions for grading by it.',
  rubric_eval:
    'Grades a text by a rubric: level, score, evidence and reasons per criterion, and a computed total.',
  simple_rag: 'Finds the passages of knowledge bases that fit the question.',
  context_aware_rag: 'Like the knowledge base, but searches for what the whole conversation asks.',
  hierarchical_rag:
    'Searches for what the whole conversation asks, and gives the sections that passages stand in.',
  query_rewrite: 'Turns the conversation into one search query, with the small fast model.',
  image_gen: 'Makes a picture from a description, with the organization’s image model.',
  weather: 'Gives the current temperature in a city.',
  moodle: 'Lists the courses in which the person who asks is enrolled in Moodle.',
  moodle_course_contents: 'Lists the sections and activities of a Moodle course of the person who asks.',
  moodle_assignments: 'Lists assignments and due dates of the Moodle courses of the person who asks.',
  moodle_grades:
    'Gives the grades of the person who asks in a Moodle course; to its teachers those of their students.',
  moodle_user: 'The number by which Moodle knows the person who asks; their e-mail where it does not.',
  remember: 'Keeps facts of the person who asks for later conversations. They can see and delete them.',
  recall: 'Brings what this assistant remembers of the person who asks.',
  http_request: 'Calls a web service of your choice, and reads its answer.',
  mcp: 'Calls a tool of an MCP server that your organization has registered.',
  read_file: 'Reads a text file of the workspace, with numbered lines.',
  list_files: 'Lists the files of a folder in the workspace.',
  search_files: 'Finds lines in the files of the workspace by a regular expression.',
  write_file: 'Writes a whole text file in the workspace.',
  replace_in_file: 'Replaces a text in a file of the workspace.',
  delete_file: 'Deletes a file of the workspace.',
  patch_file: 'Replaces, inserts or deletes lines of a file in the workspace.',
}

export type ToolDescriptions = typeof en
