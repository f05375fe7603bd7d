import { signal } from '@preact/signals'
import { render } from 'preact'
import { sentenceOf } from './api/failure.ts'
import { key } from './api/key.ts'
import { resume, who } from './api/session.ts'
import { followLinks, place } from './shell/place.ts'
import { Shell } from './shell/shell.tsx'
import { SignInAgain, SignInScreen, whyNot } from './shell/sign-in.tsx'
import { Empty } from './ui/empty.tsx'
import { leaveKeysToInputMethods } from './ui/keys.ts'
import { Lazy } from './ui/lazy.tsx'
import { Skeleton } from './ui/skeleton.tsx'
import './ui/icons.ts'
import './styles/index.css'

/** Whoever comes in by a link sees it once. */
const loadWelcome = async () => (await import('./shell/welcome.tsx')).Welcome

const failure = signal<string | null>(whyNot())
const isResuming = signal(key.value !== null)

function Console () {
  if (place.value.path === 'welcome') return <Lazy load={loadWelcome} props={{}} />
  if (isResuming.value) {
    return (
      <main class='page'>
        {failure.value === null ? <Skeleton rows={3} /> : <Empty title='One moment'>{failure.value}</Empty>}
      </main>
    )
  }
  if (who.value === null) return <SignInScreen failure={failure.value} />
  return <><Shell key={who.value.user.id} /><SignInAgain /></>
}

// Its URL is relative to that of the page, which changes without a load.
const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')!
icon.setAttribute('href', icon.href)

leaveKeysToInputMethods()
followLinks()
const app = document.getElementById('app')!
app.replaceChildren()
render(<Console />, app)
start()

/** Not awaited: parts that are loaded later import from this module, and would wait as well. */
async function start (): Promise<void> {
  try {
    if (place.value.path !== 'welcome') await resume((why) => { failure.value = why })
    if (who.value !== null) failure.value = null
  } catch (error) {
    failure.value = sentenceOf(error)
  } finally {
    isResuming.value = false
  }
}
