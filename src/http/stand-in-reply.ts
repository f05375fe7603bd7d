/** As much of a reply as handlers use whose answer is wanted as a text, before it is sent or without that. */
export class StandInReply {
  text = ''

  type (): this {
    return this
  }

  send (text: string): this {
    this.text = text
    return this
  }
}
