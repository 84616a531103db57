/** Suites of `npm test` that are attacks. `npm run test:security` runs them too. */
export const SUITES = [
  // Every endpoint as every kind of stranger
  'server/test/access/access-matrix.test.ts',
  'server/test/access/secrets.test.ts',
  'server/test/access/student-account.test.ts',
  'server/test/class-links/guest-access.test.ts',
  'server/test/tools/tool-policy.test.ts',
  // Addresses that lead inside
  'server/src/platform/outbound/*.test.ts',
  'server/src/documents/crawler/hostile-sites.test.ts',
  // Folders and links that are swapped in the meantime
  'server/src/modules/workspaces/disk/swapped-folders.test.ts',
  'server/src/platform/disk/folder.test.ts',
  // Forged, stolen and repeated tokens
  'server/src/modules/users/sign-in/authenticate.test.ts',
  'server/src/modules/users/browser-sessions/browser-session.test.ts',
  'server/src/doors/lti/lti13/launch.test.ts',
  'server/test/sign-in/openid-attacks.test.ts',
  'server/test/sign-in/openid-logout.test.ts',
  'server/test/sign-in/saml.test.ts',
  // Bombs, endless input, patterns that take forever
  'server/test/failures/hostile-documents.test.ts',
  'server/test/failures/hostile-plugins.test.ts',
  'server/test/failures/hostile-providers.test.ts',
  'server/src/documents/readers/limits.test.ts',
  'server/src/modules/assistant-tests/checks/check-answer.test.ts',
  'server/src/importers/lamb/hostile.test.ts',
  'server/src/tools/http-request/settings.test.ts',
  // Many requests at once, and slow ones
  'server/test/failures/simultaneous-limits.test.ts',
  'server/src/platform/http/body.test.ts',
  // Formulas for spreadsheets
  'server/src/platform/text/write-csv.test.ts',
]
