/** Stands for `cloudflare:workers` where the account object runs outside workerd: its base class keeps what it is given. */
export class DurableObject<Bindings> {
  protected readonly ctx: DurableObjectState
  protected readonly env: Bindings

  constructor(ctx: DurableObjectState, env: Bindings) {
    this.ctx = ctx
    this.env = env
  }
}
