import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { isAdmin } from '../api/session.ts'
import { Running } from '../bulk/running.tsx'
import { dialogs } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { NOT_LOADED } from '../ui/lazy.tsx'
import { Notes } from '../ui/notes.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useFailing } from '../webhooks/failing.tsx'
import { FolderDialog } from '../items/folder-dialog.tsx'
import { Uploads } from '../items/uploads.tsx'
import { KeysHelp } from './keys-help.tsx'
import { Navigation } from './navigation.tsx'
import { place } from './place.ts'
import { firstScreen, screens, type Screen } from './screens.tsx'

type Loaded = { readonly pattern: RegExp, readonly View: ComponentType<{ id: string }> }

/** The frame around every screen. */
export function Shell () {
  const { path } = place.value
  const screen = screens.find(({ pattern }) => pattern.test(path))
  const isShown = screen !== undefined && (screen.admin !== true || isAdmin.value)
  const main = useRef<HTMLElement>(null)
  useFailing()
  return (
    <>
      <div class='shell' aria-hidden={dialogs.value > 0 ? 'true' : undefined}>
        <a class='skip' href='#main' onClick={(event) => { event.preventDefault(); main.current?.focus() }}>Skip to the page</a>
        <Navigation />
        <div class='shell-page'>
          <main id='main' tabIndex={-1} ref={main}>
            {isShown
              ? <Current screen={screen} path={path} />
              : <Empty title='Nothing is here'>This address leads nowhere, or to something that you may not see.</Empty>}
          </main>
          <Running />
          <Uploads />
        </div>
      </div>
      <FolderDialog />
      <KeysHelp />
      <Notes />
    </>
  )
}

function Current ({ screen, path }: { screen: Screen, path: string }) {
  const loaded = useSignal<Loaded>({ pattern: /^$/, View: firstScreen })
  /** The screen that could not be loaded. */
  const failed = useSignal<Screen | null>(null)
  useEffect(() => {
    document.title = `${screen.title} · Cutroom`
    screen.load().then(
      (View) => { loaded.value = { pattern: screen.pattern, View } },
      () => { failed.value = screen })
  }, [screen])
  if (failed.value === screen) {
    return (
      <Empty title='This page did not load'>
        <p role='alert'>{NOT_LOADED}</p>
        <button type='button' class='button primary' onClick={() => window.location.reload()}>Load the page again</button>
      </Empty>
    )
  }
  const { pattern, View } = loaded.value
  if (pattern.source !== screen.pattern.source) return <div class='page'><Skeleton /></div>
  const id = decodeURIComponent(screen.pattern.exec(path)?.[1] ?? '')
  return <View key={id} id={id} />
}
