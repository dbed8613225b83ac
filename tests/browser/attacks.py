"""What code in a cell might try, to get at what is not its own. Each runs by itself, and has to end in an exception."""

ATTACKS = {
    # the site's storage
    "local storage": "js.localStorage.setItem('stolen', '1')",
    "a database": "js.indexedDB.deleteDatabase('turnkeeper')",
    "a database by its factory": "js.IDBFactory.prototype.databases",
    "the cache": "js.caches.open('stolen')",
    "the cache by its class": "js.CacheStorage.prototype.open",
    "private files": "js.navigator.storage.getDirectory()",
    "storage buckets": "js.navigator.storageBuckets.open('stolen')",
    "locks": "js.navigator.locks.request('turnkeeper', print)",
    "cookies": "js.cookieStore.set('stolen', '1')",
    "Emscripten's database": "pyodide_js.FS.filesystems.IDBFS.indexedDB()",
    "an older file system": "js.webkitRequestFileSystemSync(0, 1)",
    "a getter of the scope": "js.Object.getOwnPropertyDescriptor(js.self, 'indexedDB').get",
    "a service worker": "js.navigator.serviceWorker.register('/course/worker.js')",
    # the page
    "the document": "js.document.title = 'stolen'",
    "the window": "js.window.name",
    "the parent": "js.parent.document",
    "a forged message": "js.postMessage(to_js({'type': 'graded', 'id': 1, 'report': {'status': 'passed'}}))",
    "a forged message by the prototype": "js.Object.getPrototypeOf(js.self).postMessage",
    "a forged message by the interface": "js.DedicatedWorkerGlobalScope.prototype.postMessage",
    "a channel to other tabs": "js.BroadcastChannel.new('turnkeeper')",
    "the end of the worker": "js.close()",
    "a report of an error": "js.reportError('stolen')",
    "a notification": "js.Notification.new('stolen')",
    # the network
    "fetch": "js.fetch('https://cdn.example/')",
    "fetch from this site": "js.fetch('/course/')",
    "a request": "js.XMLHttpRequest.new()",
    "a socket": "js.WebSocket.new('wss://cdn.example/')",
    "a stream of events": "js.EventSource.new('https://cdn.example/')",
    "a transport": "js.WebTransport.new('https://cdn.example/')",
    "a font": "js.FontFace.new('x', 'url(https://cdn.example/x.woff2)').load()",
    "pyfetch": "from pyodide.http import pyfetch; pyfetch('https://cdn.example/').send(None)",
    "open_url": "from pyodide.http import open_url; open_url('https://cdn.example/')",
    "urllib": "import urllib.request; urllib.request.urlopen('https://cdn.example/', timeout=1)",
    "a socket of Python's": "import socket; socket.create_connection(('cdn.example', 80), 1)",
    "httpx2": "import httpx2; httpx2.get('https://cdn.example/')",
    "the SDK": "import anthropic; anthropic.Anthropic(api_key='k', max_retries=0).models.list()",
    # JavaScript
    "eval": "js.eval('1 + 1')",
    "run_js": "from pyodide.code import run_js; run_js('1 + 1')",
    "a function out of text": "js.Function.new('return 1')()",
    "a function by a constructor": "js.console.log.constructor('return 1')()",
    "an asynchronous function by its constructor": "pyodide_js.runPythonAsync.constructor('return 1')()",
    "a timer with text": "js.setTimeout('postMessage(1)', 0)",
    "a script": "js.importScripts('https://cdn.example/x.js')",
    "a worker": "js.Worker.new('data:text/javascript,postMessage(1)')",
    "a shared worker": "js.SharedWorker.new('data:text/javascript,1')",
    "an address for text": "js.URL.createObjectURL(js.Blob.new(to_js(['1'])))",
    "putting fetch back": "js.Object.defineProperty(js.self, 'fetch', js.Object.fromEntries([['value', 1]]))",
    # the system
    "a command": "import os; os.system('id') and 1 / 0",
    "a process": "import subprocess; subprocess.run(['id'])",
}
PROBE = f"""
import js, pyodide_js
from pyodide.ffi import to_js

for what, code in {ATTACKS!r}.items():
    try:
        exec(code, {{"js": js, "pyodide_js": pyodide_js, "to_js": to_js}})
    except Exception as error:
        print(what, "|", type(error).__name__, "|", str(error).splitlines()[0] if str(error) else "")
    else:
        print(what, "| WENT THROUGH |")
"""
