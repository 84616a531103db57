import { plural } from '$lib/i18n/plural.ts'

export const en = {
  title: 'System',
  forAdmins: 'Only system admins can open this page',
  forAdminsText: 'System admins manage all organizations and accounts of this server here.',
  tabsLabel: 'System administration',
  tabs: {
    organizations: 'Organizations',
    users: 'Users',
    health: 'Health',
    audit: 'Audit log',
    jobs: 'Jobs',
    import: 'Import',
  },
  organizations: {
    usesSystemProviders: 'Uses system providers',
    useSystemProviders: 'Use system providers',
    useSystemProvidersHint:
      'Providers that aren’t set up here use the system organization’s account, at its expense. API keys are not copied.',
    new: 'New organization',
    list: 'Organizations',
    count: (count: number) => plural('en', count, { one: '# organization', other: '# organizations' }),
    system: 'System',
    states: { active: 'Active', suspended: 'Suspended', trial: 'Trial' },
    settings: 'Settings',
    settingsOf: (name: string) => `${name} settings`,
    usage: 'Usage',
    suspend: 'Suspend',
    activate: 'Activate',
    suspended: (name: string) => `${name} is suspended. Its members can’t sign in.`,
    activated: (name: string) => `${name} is active`,
    confirmDelete: (name: string) => `Delete ${name}?`,
    confirmDeleteText:
      'Its members move to the system organization with everything they own. Its settings and API keys are deleted permanently.',
    deleted: (name: string) => `${name} was deleted`,
    name: 'Name',
    slug: 'Short name',
    slugHint: 'Used in URLs: lowercase letters, digits and hyphens. It can’t be changed later.',
    admin: 'Admin',
    adminHint: 'A member of the system organization, who will move to the new one.',
    noAdmin: 'None',
    create: 'Create organization',
    created: (name: string) => `${name} was created`,
  },
  users: {
    new: 'New user',
    search: 'Search users',
    list: 'Users',
    count: (count: number) => plural('en', count, { one: '# user', other: '# users' }),
    systemAdmin: 'System admin',
    student: 'Student',
    disabled: 'Disabled',
    makeAdmin: 'Make system admin',
    removeAdmin: 'Remove as system admin',
    enable: 'Enable account',
    disable: 'Disable account',
    changed: (name: string) => `${name} was updated`,
    confirmAdmin: (name: string) => `Make ${name} a system admin?`,
    confirmAdminText: 'System admins can view and change all organizations and accounts on this server.',
    confirmDelete: (name: string) => `Delete ${name}?`,
    confirmDeleteText:
      'This permanently deletes the account, its chats and API keys. If the person owns assistants, the account can’t be deleted; disable it instead.',
    deleted: (name: string) => `${name} was deleted`,
    organization: 'Organization',
    noResultsTitle: 'No users found',
    noResultsText: 'Try a different name, e-mail or organization.',
  },
  jobs: {
    text: 'Documents of all organizations that are being read and indexed for search.',
    filter: 'Filter jobs',
    filters: { all: 'All', waiting: 'Waiting', running: 'Running', failed: 'Failed' },
    states: {
      waiting: 'Waiting',
      running: 'Running',
      failed: 'Failed',
      completed: 'Done',
      cancelled: 'Stopped',
    },
    stages: {
      fetch: 'Downloading',
      read: 'Reading',
      describe: 'Describing images',
      split: 'Splitting',
      index: 'Indexing',
    } as Record<string, string>,
    list: 'Jobs',
    document: 'Document',
    owner: 'Owner',
    changed: 'Last updated',
    added: (date: string) => `Added ${date}`,
    attempts: (count: number) => plural('en', count, { one: '# attempt', other: '# attempts' }),
    progressOf: (name: string) => `Progress of ${name}`,
    part: (stage: string, done: string, total: string) => `${stage}: ${done} of ${total}`,
    newest: (count: string) => `Showing the ${count} most recent jobs.`,
    emptyTitle: 'No jobs yet',
    emptyText:
      'When a document is added to a knowledge base, its progress appears here: waiting, running, done, or failed with the reason.',
    noJobs: { waiting: 'No waiting jobs', running: 'No running jobs', failed: 'No failed jobs' },
    noJobsText: 'Choose “All” to see recent jobs.',
  },
  setup: {
    title: 'Set up Bellwether',
    progress: (done: number, all: number) => `${done} of ${all} steps done`,
    hide: 'Hide the set-up steps',
    done: 'Done:',
    open: 'To do:',
    optional: 'Optional',
    steps: {
      admin: {
        title: 'Admin account',
        text: 'Create an account for the person who manages this server.',
      },
      model: {
        title: 'Connect a language model',
        text: 'Until then, assistants quote their documents instead of answering in their own words.',
      },
      educator: {
        title: 'Invite the first educator',
        text: 'Educators create assistants and publish them to students.',
      },
      https: {
        title: 'Turn on HTTPS',
        text: 'Put Bellwether behind a reverse proxy with a certificate, and set PUBLIC_URL to the https address.',
      },
      backup: { title: 'Make a backup', text: 'Run npm run backup once, and then every week.' },
      smtp: {
        title: 'Connect a mail server',
        text: 'Sends invitations and password links. Without it, you have to share the links yourself.',
      },
      sign_in: {
        title: 'Connect your sign-in',
        text: 'Single sign-on or your learning platform, so that people don’t need a new password.',
      },
    },
  },
  problems: {
    title: 'What needs attention',
    none: 'Everything is working.',
    serious: 'Serious:',
    minor: 'Warning:',
    guide: 'Read the guide',
    show: 'Show',
    disk_low: {
      what: (free: string) => `Only ${free} of disk space is left.`,
      fix: 'Free some space or enlarge the disk. When it is full, nothing can be saved.',
    },
    answers_fail: {
      what: (failed: string, all: string) => `${failed} of ${all} answers in the last hour failed.`,
      fix: 'A provider may be down, or its key may have expired. Test it under Providers.',
    },
    mails_failed: {
      what: (count: number) =>
        plural('en', count, {
          one: '# e-mail from the last 7 days could not be delivered.',
          other: '# e-mails from the last 7 days could not be delivered.',
        }),
      fix: 'Check the addresses and send the invitations again.',
    },
    mails_late: {
      what: (count: number) =>
        plural('en', count, {
          one: '# e-mail has been waiting for more than an hour.',
          other: '# e-mails have been waiting for more than an hour.',
        }),
      fix: 'The mail server may be unreachable. Check SMTP_URL.',
    },
    budgets_used_up: {
      what: (count: number) =>
        plural('en', count, {
          one: 'In # organization, the budget for the system’s providers is used up.',
          other: 'In # organizations, the budget for the system’s providers is used up.',
        }),
      fix: 'Questions are refused until it resets. Raise it in Organization → Budgets, for that organization.',
    },
    documents_failed: {
      what: (count: number) =>
        plural('en', count, {
          one: '# document from the last 7 days could not be read.',
          other: '# documents from the last 7 days could not be read.',
        }),
      fix: 'The list of jobs shows why. Most can be tried again.',
    },
    backup_old: {
      what: (day: string) => `The last backup is from ${day}.`,
      never: 'No backups yet.',
      fix: 'Run npm run backup and schedule it weekly. Ignore this if you back up another way.',
    },
    no_https: {
      what: 'People sign in over an unencrypted connection (HTTP).',
      fix: 'Set up HTTPS with a reverse proxy, and set PUBLIC_URL to the https address.',
    },
  },
  testEmail: {
    title: 'E-mail',
    text: 'Send a test e-mail to your own address to check the settings of the mail server.',
    send: 'Send test e-mail',
    sent: (to: string) =>
      `The mail server accepted the e-mail to ${to}. If it doesn’t arrive, check the spam folder.`,
    notSent: (to: string) => `The e-mail to ${to} was not sent.`,
  },
  health: {
    server: 'Server',
    database: 'Database',
    running: 'Running',
    ready: 'Connected',
    notReady: 'Unreachable',
    version: (version: string) => `Version ${version}`,
    refresh: 'Refresh',
    sinceStart: 'Since the server started',
    uptime: 'Uptime',
    requests: 'Requests',
    failures: 'Server errors',
    answers: 'Answers',
    failedAnswers: 'Answers failed or stopped',
    memory: 'Memory',
    lag: 'Event loop lag (p99)',
    lost: 'Lost usage records',
  },
}

export type Texts = typeof en
