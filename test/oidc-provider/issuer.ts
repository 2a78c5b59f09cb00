/**
 * A token issuer for tests: `oidc-provider`, a certified OpenID provider, with tokens of client credentials as JWTs of a named service
 * (RFC 8707, RFC 9068). `.ci/run` installs it and names its `node_modules` in EV_OIDC_PROVIDER; without it the issuer does not start.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

const PACKAGES = process.env['EV_OIDC_PROVIDER'] ?? 'oidc-provider-is-not-installed';

export const SECRET = 'a-secret-of-the-client-that-is-long-enough';

/** Services that tokens are made for, with the seconds for which a token is valid. */
export type Services = Readonly<Record<string, number>>;

type ProviderClass = new (issuer: string, configuration: object) => { callback(): RequestListener };

export interface Issuer {
  readonly address: string;
  /** Publishes these keys, and signs with the first. */
  setKeys(keys: readonly JWK[]): void;
  /** Returns an access token for a service; without one it is opaque. */
  token(client: string, service?: string): Promise<string>;
  close(): Promise<void>;
}

export async function makeKey(alg: string, kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...await exportJWK(privateKey), kid, alg, use: 'sig' };
}

/** Starts an issuer on a free port. */
export async function startIssuer(clients: readonly string[], services: Services, keys: readonly JWK[]): Promise<Issuer> {
  const entry = join(PACKAGES, 'oidc-provider/lib/index.js');
  if (!existsSync(entry)) throw new Error(`no oidc-provider in ${PACKAGES}: npm install oidc-provider in a folder, and name its node_modules in EV_OIDC_PROVIDER`);
  const { default: Provider } = await import(pathToFileURL(entry).href) as { default: ProviderClass };
  let respond: RequestListener = () => {};
  const server = createServer((request, response) => respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const address = `http://127.0.0.1:${port}`;
  const setKeys = (published: readonly JWK[]): void => {
    respond = new Provider(address, configuration({ clients, services, keys: published })).callback();
  };
  setKeys(keys);
  return {
    address, setKeys,
    async token(client, service) {
      const { token_endpoint: endpoint } = await (await fetch(`${address}/.well-known/openid-configuration`)).json() as { token_endpoint: string };
      const response = await fetch(endpoint, {
        method: 'POST', headers: { authorization: `Basic ${Buffer.from(`${client}:${SECRET}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', ...(service === undefined ? {} : { resource: service }) }),
      });
      const body = await response.json() as { access_token?: string };
      if (body.access_token === undefined) throw new Error(`the issuer gave no token: ${JSON.stringify(body)}`);
      return body.access_token;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function configuration({ clients, services, keys }: { readonly clients: readonly string[]; readonly services: Services; readonly keys: readonly JWK[] }): object {
  return {
    jwks: { keys },
    clients: clients.map((id) => ({
      client_id: id, client_secret: SECRET, grant_types: ['client_credentials'], redirect_uris: [], response_types: [], id_token_signed_response_alg: keys[0]?.alg,
    })),
    features: {
      devInteractions: { enabled: false }, clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true, useGrantedResource: () => false,
        getResourceServerInfo: (_context: unknown, service: string) => ({
          scope: '', audience: service, accessTokenTTL: services[service], accessTokenFormat: 'jwt', jwt: { sign: { alg: keys[0]?.alg } },
        }),
      },
    },
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] },
    ttl: { ClientCredentials: (_context: unknown, { resourceServer }: { resourceServer?: { accessTokenTTL?: number } }) => resourceServer?.accessTokenTTL ?? 600 },
  };
}
