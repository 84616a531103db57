import BookOpen from '@lucide/svelte/icons/book-open'
import ChartColumn from '@lucide/svelte/icons/chart-column'
import FolderOpen from '@lucide/svelte/icons/folder-open'
import House from '@lucide/svelte/icons/house'
import Library from '@lucide/svelte/icons/library'
import MessageSquare from '@lucide/svelte/icons/message-square'
import MessagesSquare from '@lucide/svelte/icons/messages-square'
import Settings from '@lucide/svelte/icons/settings'
import ShieldCheck from '@lucide/svelte/icons/shield-check'
import Table2 from '@lucide/svelte/icons/table-2'
import { session } from '$features/session/session.svelte.ts'
import { appTexts } from '$lib/texts/app.ts'
import type { IconComponent } from '$lib/tools/hues.ts'

export interface NavigationItem {
  href: string
  label: string
  icon: IconComponent
  /** Other paths for which it is the current item. */
  also?: string[]
}

/** The pages that the signed-in user may open, in the order of the sidebar. */
export function navigationItems(): NavigationItem[] {
  const t = appTexts().shell
  const forAll: NavigationItem[] = [
    { href: '/assistants', label: t.assistants, icon: MessageSquare, also: ['/multi-tool-assistants'] },
    { href: '/knowledge', label: t.knowledge, icon: BookOpen },
    { href: '/rubrics', label: t.rubrics, icon: Table2 },
    { href: '/workspaces', label: t.workspaces, icon: FolderOpen },
    { href: '/chats', label: t.chats, icon: MessagesSquare },
    { href: '/prompts', label: t.prompts, icon: Library },
    { href: '/usage', label: t.usage, icon: ChartColumn, also: ['/courses'] },
  ]
  return [
    ...forAll,
    ...(session.isOrganizationAdmin
      ? [{ href: '/organization', label: t.organization, icon: Settings }]
      : []),
    ...(session.isSystemAdmin ? [{ href: '/admin', label: t.admin, icon: ShieldCheck }] : []),
  ]
}

/** The pages of students. */
export function studentItems(): NavigationItem[] {
  const t = appTexts().shell
  return [
    { href: '/', label: t.home, icon: House },
    { href: '/chats', label: t.chats, icon: MessagesSquare },
    { href: '/prompts', label: t.prompts, icon: Library },
  ]
}

export const isCurrent = (item: NavigationItem, path: string): boolean =>
  [item.href, ...(item.also ?? [])].some((start) => path === start || path.startsWith(`${start}/`))
