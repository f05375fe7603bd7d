/** Replaces a reply for handlers whose answer is wanted as a text. It has the methods that they use. */
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
