/** Pages of the app that students have. All others are for educators and admins. */
const STUDENT_PATHS = ['/chats', '/prompts', '/account', '/confirm-email']

/** Whether a student can open this page. Pure. */
export const isStudentPath = (path: string): boolean =>
  path === '/' || STUDENT_PATHS.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
