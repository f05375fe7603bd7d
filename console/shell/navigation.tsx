import { signal } from '@preact/signals'
import { isAdmin, isFirstVisit, onlyLooks, who } from '../api/session.ts'
import { dropped, takesForCollection } from '../collections/drop.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Lazy } from '../ui/lazy.tsx'
import { CopyCurl } from './curl.tsx'
import { Unread } from '../notifications/unread.tsx'
import { LiveState } from '../live/live-state.tsx'
import { addressOf, place } from './place.ts'
import { screens } from './screens.tsx'
import { SignOut, Unsaved } from './sign-out.tsx'

interface Entry {
  readonly path: string
  readonly name: string
  readonly icon: IconName
  /** Whether it is of use only to those who write, or who write programs. */
  readonly toWrite?: boolean
}

const everybody: readonly Entry[] = [
  { path: '', name: 'Find', icon: 'search' },
  { path: 'notifications', name: 'Notifications', icon: 'bell' },
  { path: 'projects', name: 'Projects', icon: 'folder' },
  { path: 'collections', name: 'Collections', icon: 'pictures' },
  { path: 'links', name: 'Links', icon: 'link', toWrite: true },
  { path: 'trash', name: 'Trash', icon: 'trash', toWrite: true },
  { path: 'imports', name: 'Imports', icon: 'import', toWrite: true },
  { path: 'drop-folders', name: 'Drop folders', icon: 'drop', toWrite: true },
  { path: 'runs', name: 'Runs', icon: 'play', toWrite: true },
  { path: 'keys', name: 'Keys', icon: 'key', toWrite: true }
]
const administrators: readonly Entry[] = [
  { path: 'fields', name: 'Fields', icon: 'fields' },
  { path: 'webhooks', name: 'Webhooks', icon: 'webhook' },
  { path: 'actions', name: 'Actions', icon: 'bolt' },
  { path: 'users', name: 'Users', icon: 'users' },
  { path: 'groups', name: 'Groups', icon: 'users' },
  { path: 'status', name: 'Status', icon: 'pulse' }
]

const isOpen = signal(false)
const loadAdd = async () => (await import('../collections/add-dialog.tsx')).AddDialog
const onClose = () => { dropped.value = null }

/** Links to all screens, the user, and signing out. */
export function Navigation () {
  return (
    <header class='side'>
      <div class='brand'>
        <a href={addressOf('')} class='brand-name'><span class='brand-mark' aria-hidden='true' />Cutroom</a>
        <button
          type='button' class='icon-button side-toggle' aria-expanded={isOpen.value} aria-controls='side-menu'
          onClick={() => { isOpen.value = !isOpen.value }}
        >
          <Icon name='menu' /><span class='hidden-text'>Menu</span>
        </button>
      </div>
      <div id='side-menu' class={isOpen.value ? 'side-menu open' : 'side-menu'}>
        <nav aria-label='Pages'>
          <Links entries={everybody.filter(({ toWrite }) => toWrite !== true || !onlyLooks.value)} />
          {dropped.value !== null && <Lazy load={loadAdd} props={{ assetIds: dropped.value, onClose }} />}
          {isAdmin.value && <><p class='side-heading'>Administration</p><Links entries={administrators} /></>}
        </nav>
        <div class='side-foot'>
          <Unsaved />
          <LiveState />
          {!onlyLooks.value && <CopyCurl />}
          <a class='side-link side-who' href={addressOf('me')} title={who.value?.user.email} onClick={() => { isOpen.value = false }}>
            <bdi>{who.value?.user.name || who.value?.user.email}</bdi>
          </a>
          {isFirstVisit.value && <a class='side-link' href={addressOf('me')}><Icon name='key' />Set a password</a>}
          <SignOut />
        </div>
      </div>
    </header>
  )
}

function Links ({ entries }: { entries: readonly Entry[] }) {
  const [here] = place.value.path.split('/')
  return (
    <ul>
      {entries.filter(({ path }) => screens.some(({ pattern }) => pattern.test(path))).map(({ path, name, icon }) => (
        <li key={path}>
          <a
            class='side-link' href={addressOf(path)} onClick={() => { isOpen.value = false }}
            {...(path === 'collections' && takesForCollection)}
            aria-current={here === path || (path === '' && here === 'assets') ? 'page' : undefined}
          >
            <Icon name={icon} />{name}{path === 'notifications' && <Unread />}
          </a>
        </li>
      ))}
    </ul>
  )
}
