import { render } from 'preact'
import { leaveKeysToInputMethods } from '../ui/keys.ts'
import { SharedPage } from './page.tsx'
import './share.css'

const app = document.getElementById('app')!

/** The fragment is the token of the link, so that another fragment is another link. */
function show (): void {
  const token = location.hash.slice(1)
  render(<SharedPage key={token} token={token} />, app)
}

leaveKeysToInputMethods()
addEventListener('hashchange', show)
show()
