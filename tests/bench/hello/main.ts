/** The smallest app of this stack: React, a store, a database, a service worker that precaches. */
import { openDB } from 'idb';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const counter = createStore<{ readonly count: number }>()(() => ({ count: 0 }));

function Hello() {
  const count = useStore(counter, (state) => state.count);
  return createElement(
    'main',
    null,
    createElement('h1', null, 'Hello from this stack'),
    createElement('p', null, 'As little as an app of it can be: a heading, a paragraph, a button that counts.'),
    createElement('button', { onClick: () => counter.setState({ count: count + 1 }) }, `Count: ${count}`),
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(createElement(Hello));
void openDB('hello', 1, { upgrade: (database) => void database.createObjectStore('kept') });
addEventListener('load', () => void navigator.serviceWorker.register('/sw.js'));
