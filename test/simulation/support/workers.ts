/** Replaces `cloudflare:workers` outside workerd. The base class of the account object only stores its arguments. */
export class DurableObject<Bindings> {
  protected readonly ctx: DurableObjectState
  protected readonly env: Bindings

  constructor(ctx: DurableObjectState, env: Bindings) {
    this.ctx = ctx
    this.env = env
  }
}
