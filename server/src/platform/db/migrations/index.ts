import { firstTables } from './0001-first-tables.ts'
import { rubrics } from './0002-rubrics.ts'
import { traces } from './0003-traces.ts'
import { toolSecretsAndTemplates } from './0004-tool-secrets-and-templates.ts'
import { knowledge } from './0005-knowledge.ts'
import { vectors } from './0006-vectors.ts'
import { evaluations } from './0007-evaluations.ts'
import { money } from './0008-money.ts'
import { mcp } from './0009-mcp.ts'
import { workspaces } from './0010-workspaces.ts'
import { oversight } from './0011-oversight.ts'
import { memory } from './0012-memory.ts'
import { dialogs } from './0013-dialogs.ts'
import { identityAndMoney } from './0014-identity-and-money.ts'
import { chatPictures } from './0015-chat-pictures.ts'
import { knowledgePlaces } from './0016-knowledge-places.ts'
import { chatGrounds } from './0017-chat-grounds.ts'
import { signInAddresses } from './0018-sign-in-addresses.ts'
import { installation } from './0019-installation.ts'
import { assistantNames } from './0020-assistant-names.ts'
import { usageIndexes } from './0021-usage-indexes.ts'
import { idempotency } from './0022-idempotency.ts'
import { browserSessions } from './0023-browser-sessions.ts'
import { systemProviders } from './0024-system-providers.ts'
import { outbox } from './0025-outbox.ts'
import { reportIndexes } from './0026-report-indexes.ts'
import { documentMessages } from './0027-document-messages.ts'
import { storage } from './0028-storage.ts'
import { storedWorkspaces } from './0029-stored-workspaces.ts'
import { instances } from './0030-instances.ts'
import { largeSearch } from './0032-large-search.ts'
import { classLinks } from './0033-class-links.ts'
import { singleSignOn } from './0034-single-sign-on.ts'
import { lti } from './0035-lti.ts'
import { ltiAdvantage } from './0036-lti-advantage.ts'
import { indexFormat } from './0037-index-format.ts'
import { mail } from './0038-mail.ts'
import { ltiServices } from './0039-lti-services.ts'
import { activity } from './0040-activity.ts'
import { lambImports } from './0042-lamb-imports.ts'
import { assistantTests } from './0043-assistant-tests.ts'
import { chatBranches } from './0044-chat-branches.ts'
import { collectionOwners } from './0045-collection-owners.ts'
import { lastBackup } from './0046-last-backup.ts'
import { chatAttachments } from './0047-chat-attachments.ts'
import { chatFolders } from './0048-chat-folders.ts'
import { gradings } from './0049-gradings.ts'
import { draftChats } from './0050-draft-chats.ts'
import { languages } from './0051-languages.ts'
import { creationSessions } from './0052-creation-sessions.ts'
import { passagePlaces } from './0053-passage-places.ts'
import { versionNames } from './0054-version-names.ts'
import { testSchedules } from './0056-test-schedules.ts'
import { fileTags } from './0057-file-tags.ts'
import { samlLogout } from './0058-saml-logout.ts'
import { testRunKinds } from './0060-test-run-kinds.ts'
import { guestUploadsAndTitles } from './0061-guest-uploads-and-titles.ts'
import { gradingCost } from './0063-grading-cost.ts'
import { assistantPictures } from './0068-assistant-pictures.ts'
import { gradingRuns } from './0069-grading-runs.ts'
import { storageRemovals } from './0070-storage-removals.ts'
import { nearestVectors } from './0071-nearest-vectors.ts'
import { cachedTokens } from './0072-cached-tokens.ts'
import { signInFailures } from './0073-sign-in-failures.ts'
import { approvalFacts } from './0074-approval-facts.ts'
import { budgetRefusals } from './0075-budget-refusals.ts'
import type { Migration } from './migration.ts'

/** In the order in which they run. A released migration is never changed or removed: write a new one. */
export const migrations: readonly Migration[] = [
  firstTables,
  rubrics,
  traces,
  toolSecretsAndTemplates,
  knowledge,
  vectors,
  evaluations,
  money,
  mcp,
  workspaces,
  oversight,
  memory,
  dialogs,
  identityAndMoney,
  chatPictures,
  knowledgePlaces,
  chatGrounds,
  signInAddresses,
  installation,
  assistantNames,
  usageIndexes,
  idempotency,
  browserSessions,
  systemProviders,
  outbox,
  reportIndexes,
  documentMessages,
  storage,
  storedWorkspaces,
  instances,
  largeSearch,
  classLinks,
  singleSignOn,
  lti,
  ltiAdvantage,
  indexFormat,
  mail,
  ltiServices,
  activity,
  lambImports,
  assistantTests,
  chatBranches,
  collectionOwners,
  lastBackup,
  chatAttachments,
  chatFolders,
  gradings,
  draftChats,
  languages,
  creationSessions,
  passagePlaces,
  versionNames,
  testSchedules,
  fileTags,
  samlLogout,
  testRunKinds,
  guestUploadsAndTitles,
  gradingCost,
  assistantPictures,
  gradingRuns,
  storageRemovals,
  nearestVectors,
  cachedTokens,
  signInFailures,
  approvalFacts,
  budgetRefusals,
]
