import { render } from 'preact'
import { SharedPage } from './page.tsx'
import './share.css'

const app = document.getElementById('app')!

/** The token of the link is the fragment: another one is another link. */
function show (): void {
  const token = location.hash.slice(1)
  render(<SharedPage key={token} token={token} />, app)
}

addEventListener('hashchange', show)
show()
