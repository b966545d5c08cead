// SPDX-License-Identifier: Apache-2.0
//
// Types for the check of `worker.js`: TypeScript takes the global scope for that of a dedicated worker.

interface WorkerGlobalScope {
  clients: Clients;
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
}

interface WorkerGlobalScopeEventMap {
  activate: ExtendableEvent;
  fetch: FetchEvent;
  install: ExtendableEvent;
  message: any;
  notificationclick: NotificationEvent;
  push: PushEvent;
  sync: ExtendableEvent & { tag: string };
}
