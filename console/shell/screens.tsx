import type { ComponentType } from 'preact'
import { Find } from '../find/find.tsx'

/** A screen and its URL. The first screen is part of the page, others are loaded when they are opened. */
export interface Screen {
  readonly pattern: RegExp
  readonly title: string
  readonly load: () => Promise<ComponentType<{ id: string }>>
  readonly admin?: boolean
}

export const firstScreen = Find as ComponentType<{ id: string }>

export const screens: readonly Screen[] = [
  { pattern: /^$/, title: 'Find', load: async () => firstScreen },
  { pattern: /^notifications$/, title: 'Notifications', load: async () => (await import('../notifications/notifications.tsx')).NotificationsScreen },
  { pattern: /^assets\/([^/]+)$/, title: 'Asset', load: async () => (await import('../asset/asset.tsx')).AssetScreen },
  { pattern: /^projects$/, title: 'Projects', load: async () => (await import('../projects/projects.tsx')).ProjectsScreen },
  { pattern: /^projects\/([^/]+)$/, title: 'Project', load: async () => (await import('../projects/project.tsx')).ProjectScreen },
  { pattern: /^collections$/, title: 'Collections', load: async () => (await import('../collections/collections.tsx')).CollectionsScreen },
  { pattern: /^collections\/([^/]+)$/, title: 'Collection', load: async () => (await import('../collections/collection.tsx')).CollectionScreen },
  { pattern: /^links$/, title: 'Links', load: async () => (await import('../links/links.tsx')).LinksScreen },
  { pattern: /^compare$/, title: 'Compare', load: async () => (await import('../compare/compare.tsx')).CompareScreen },
  { pattern: /^trash$/, title: 'Trash', load: async () => (await import('../trash/trash.tsx')).TrashScreen },
  { pattern: /^imports$/, title: 'Imports', load: async () => (await import('../imports/imports.tsx')).ImportsScreen },
  { pattern: /^drop-folders$/, title: 'Drop folders', load: async () => (await import('../drop-folders/drop-folders.tsx')).DropFoldersScreen },
  { pattern: /^drop-folders\/([^/]+)$/, title: 'Drop folder', load: async () => (await import('../drop-folders/drop-folder.tsx')).DropFolderScreen },
  { pattern: /^runs$/, title: 'Runs', load: async () => (await import('../runs/runs.tsx')).RunsScreen },
  { pattern: /^runs\/([^/]+)$/, title: 'Run', load: async () => (await import('../runs/run.tsx')).RunScreen },
  { pattern: /^me$/, title: 'Me', load: async () => (await import('../me/me.tsx')).MeScreen },
  { pattern: /^keys$/, title: 'Keys', load: async () => (await import('../keys/keys.tsx')).KeysScreen },
  { pattern: /^fields$/, title: 'Fields', admin: true, load: async () => (await import('../fields/fields.tsx')).FieldsScreen },
  { pattern: /^webhooks$/, title: 'Webhooks', admin: true, load: async () => (await import('../webhooks/webhooks.tsx')).WebhooksScreen },
  { pattern: /^webhooks\/([^/]+)$/, title: 'Webhook', admin: true, load: async () => (await import('../webhooks/webhook.tsx')).WebhookScreen },
  { pattern: /^actions$/, title: 'Actions', admin: true, load: async () => (await import('../actions/actions.tsx')).ActionsScreen },
  { pattern: /^actions\/([^/]+)$/, title: 'Action', admin: true, load: async () => (await import('../actions/action.tsx')).ActionScreen },
  { pattern: /^users$/, title: 'Users', admin: true, load: async () => (await import('../users/users.tsx')).UsersScreen },
  { pattern: /^groups$/, title: 'Groups', admin: true, load: async () => (await import('../groups/groups.tsx')).GroupsScreen },
  { pattern: /^groups\/([^/]+)$/, title: 'Group', admin: true, load: async () => (await import('../groups/group.tsx')).GroupScreen },
  { pattern: /^status$/, title: 'Status', admin: true, load: async () => (await import('../status/status.tsx')).StatusScreen }
]
